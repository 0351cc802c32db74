import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { movedFrom } from '#messages/diff-messages.ts'
import { LEAVE_WALL_DISPLAY } from '#messages/wall-messages.ts'
import { axeViolations, boxOf, openPage, signIn } from '#test/support/browser.ts'
import { endToEnd } from '#test/support/browser-suite.ts'
import { patchCardElsewhere } from '#test/support/start-board.ts'

const running = endToEnd()

async function openWall(viewport: { width: number; height: number }, options = {}) {
  const opened = await openPage(running.browser, { viewport, ...options })
  const { page } = opened
  await signIn(page, running.board.url, running.board.keys.member)
  await page.locator('[data-card-number]').first().waitFor()
  await page.goto(`${page.url()}&tv=1`)
  await page.locator('[data-wall-card]').first().waitFor()
  return opened
}

/** What each column says that it has, and what it shows. */
function columnsOf(page: Page) {
  return page.locator('[data-wall-columns] > section').evaluateAll((sections) =>
    sections.map((section) => {
      const edge = section.querySelector('ul')?.getBoundingClientRect().bottom ?? 0
      const cards = [...section.querySelectorAll('[data-wall-card]:not([data-cut])')]
      const more = /\d+/.exec(section.querySelector('[data-more]')?.textContent ?? '')?.[0]
      return {
        total: Number(section.querySelector('[data-count]')?.textContent),
        shown: cards.length,
        more: Number(more ?? 0),
        isCut: cards.some((card) => card.getBoundingClientRect().bottom > edge + 1),
      }
    }),
  )
}

test.each([
  { width: 1920, height: 1080 },
  { width: 1024, height: 600 },
])(
  'a wall display of $width × $height has only whole cards, and says how many more there are',
  async (size) => {
    const { page } = await openWall(size)
    const columns = await columnsOf(page)
    expect(columns.length).toBe(6)
    for (const { total, shown, more, isCut } of columns) {
      expect(shown).toBeGreaterThan(0)
      expect(isCut).toBe(false)
      expect(shown + more).toBe(total)
    }
    expect(columns.some(({ more }) => more > 0)).toBe(true)
    const scrolls = await page.evaluate(() => {
      const { scrollHeight, scrollWidth } = document.documentElement
      return [scrollWidth > window.innerWidth, scrollHeight > window.innerHeight]
    })
    expect(scrolls).toEqual([false, false])
    await page.setViewportSize({ width: size.width, height: size.height + 400 })
    const shownIn = async () => (await columnsOf(page)).reduce((sum, { shown }) => sum + shown, 0)
    const before = columns.reduce((sum, { shown }) => sum + shown, 0)
    await expect.poll(shownIn).toBeGreaterThan(before)
  },
)

test('its text is larger on a larger screen', async () => {
  const { page } = await openWall({ width: 1920, height: 1080 })
  const size = () =>
    page.evaluate(() => Number.parseFloat(getComputedStyle(document.body).fontSize))
  const onLarge = await size()
  await page.setViewportSize({ width: 1024, height: 768 })
  expect(await size()).toBeLessThan(onLarge)
  await page.keyboard.press('Escape')
  await page.locator('[data-board]').waitFor()
  expect(await size()).toBeLessThan(onLarge)
})

test('it shows what another person does, and the way out only while somebody is there', async () => {
  const { page } = await openWall({ width: 1920, height: 1080 })
  const out = page.getByRole('button', { name: LEAVE_WALL_DISPLAY })
  const opacity = () => out.evaluate((element) => getComputedStyle(element).opacity)
  await expect.poll(opacity).toBe('0')
  const building = page.getByRole('region', { name: 'Building' })
  expect(await patchCardElsewhere(running.board, 102, { statusId: '1202' })).toBe(200)
  await building.getByText(movedFrom('Queued')).waitFor()
  await page.mouse.move(300, 300)
  await expect.poll(opacity).toBe('1')
  await out.click()
  await page.locator('[data-board]').waitFor()
  expect(new URL(page.url()).searchParams.has('tv')).toBe(false)
})

test.each([
  { name: 'light', viewport: { width: 1440, height: 900 }, colorScheme: 'light' as const },
  { name: 'dark', viewport: { width: 1440, height: 900 }, colorScheme: 'dark' as const },
  { name: 'phone', viewport: { width: 390, height: 844 }, colorScheme: 'dark' as const },
])('it has no axe violation ($name)', async ({ viewport, colorScheme }) => {
  const { page } = await openWall(viewport, { colorScheme })
  expect(await axeViolations(page)).toEqual([])
  const box = await boxOf(page.locator('[data-wall]'))
  expect(box.width).toBeLessThanOrEqual(viewport.width)
})
