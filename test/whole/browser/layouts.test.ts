import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { STAYS_IN_LANE } from '#messages/lane-messages.ts'
import {
  boxOf,
  cardOf,
  columnOf,
  dismissHints,
  dragOver,
  focusedCard,
  live,
  openPage,
  PHONE,
  reopen,
  signIn,
} from '#test/support/browser.ts'
import { endToEnd } from '#test/support/browser-suite.ts'

const running = endToEnd()

async function openView(query: string, options = {}) {
  const opened = await openPage(running.browser, options)
  const { page } = opened
  await signIn(page, running.board.url, running.board.keys.maintainer)
  await page.locator('[data-card-number]').first().waitFor()
  await reopen(page, `${page.url()}&${query}`)
  await page.locator('[data-board] [data-card-number]').first().waitFor()
  await live(page)
  await dismissHints(page)
  return opened
}

async function runCommand(page: Page, command: string) {
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.type(command)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

test('a card that is dragged over another lane moves to the column, and stays in its lane', async () => {
  const { page } = await openView('group=assignee')
  await dragOver(page, cardOf(page, 101), columnOf(page, 'Building'))
  await page.getByText(STAYS_IN_LANE).waitFor()
  const other = await boxOf(page.getByRole('region', { name: /^Jonas Lindqvist / }))
  const building = await boxOf(columnOf(page, 'Building'))
  await page.mouse.move(building.x + building.width / 2, other.y + 60, { steps: 4 })
  await page.mouse.up()
  const lane = page.getByRole('region', { name: /^Ada Okafor / })
  const cell = lane.getByRole('group', { name: 'Building' })
  await cell.locator('[data-card-number="101"]').waitFor()
  await expect.poll(() => focusedCard(page)).toBe('101')
})

test('the heads of columns and lanes stay in sight while the board scrolls both ways', async () => {
  const { page } = await openView('group=assignee', { viewport: { width: 800, height: 500 } })
  const board = page.locator('[data-board]')
  await board.evaluate((element) => element.scrollTo(300, 400))
  const box = await boxOf(board)
  const head = columnOf(page, 'Review').locator('[data-column-head]')
  await expect.poll(async () => Math.round((await boxOf(head)).y)).toBe(Math.round(box.y))
  const tops = await page
    .locator('[data-group-head]')
    .evaluateAll((heads) => heads.map((element) => element.getBoundingClientRect().top))
  const edge = box.y + (await boxOf(head)).height
  expect(tops.some((top) => Math.abs(top - edge) < 3)).toBe(true)
  const name = await boxOf(page.locator('[data-lane-head]').first())
  expect(name.x).toBeGreaterThanOrEqual(box.x)
})

test.each(['board', 'list'])(
  'a lane whose head is held in sight collapses below its head, on a %s',
  async (layout) => {
    const { page } = await openView(`group=priority&view=${layout}`, {
      viewport: { width: 1000, height: 600 },
    })
    const board = page.locator('[data-board]')
    const head = page.getByRole('button', { name: /^high \d+ cards/ })
    const groupTop = () =>
      head.evaluate((button) => {
        const lane = button.closest('[data-group-head]')?.parentElement
        return lane?.getBoundingClientRect().top ?? 0
      })
    await board.evaluate((element, top) => element.scrollBy(0, top), (await groupTop()) + 200)
    await expect.poll(async () => (await boxOf(head)).y - (await groupTop())).toBeGreaterThan(250)
    const before = await boxOf(head)
    await page.mouse.click(before.x + 20, before.y + 10)
    await expect.poll(() => head.getAttribute('aria-expanded')).toBe('false')
    expect(Math.abs((await boxOf(head)).y - before.y)).toBeLessThan(3)
    expect(await head.evaluate((button) => button === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    await expect.poll(() => head.getAttribute('aria-expanded')).toBe('true')
    expect(Math.abs((await boxOf(head)).y - before.y)).toBeLessThan(3)
  },
)

test('a finger selects rows of the list and opens the menu of a card', async () => {
  const { page } = await openView('view=list', PHONE)
  await page.getByRole('button', { name: 'Actions for #102 Page through audit entries' }).tap()
  await page.getByRole('menuitem', { name: 'Select' }).tap()
  await page.getByRole('row', { name: /^#103/ }).tap()
  await page.getByRole('toolbar').getByText('2 cards selected').waitFor()
  expect(await page.locator('[data-selected]').count()).toBe(2)
})

test('a finger goes to a column by its tab, on a board with lanes', async () => {
  const { page } = await openView('group=assignee', PHONE)
  const tab = page.locator('[data-column-tabs]').getByRole('button', { name: /^Building/ })
  await tab.tap()
  const board = await boxOf(page.locator('[data-board]'))
  const leftOf = async () => Math.round((await boxOf(columnOf(page, 'Building'))).x - board.x)
  await expect.poll(leftOf).toBe(0)
  await expect.poll(() => tab.getAttribute('aria-current')).toBe('true')
})

test('the keyboard alone chooses lanes and a list, and finds every card there', async () => {
  const { page } = await openView('sort=number')
  await runCommand(page, 'show as list')
  const table = page.getByRole('grid', { name: 'Cards' })
  await table.getByRole('row').nth(1).waitFor()
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => focusedCard(page)).toBe('101')
  await page.keyboard.press('End')
  await expect.poll(() => focusedCard(page)).toBe('160')
  await page.keyboard.press('Home')
  await expect.poll(() => focusedCard(page)).toBe('101')
  await runCommand(page, 'show as board')
  await runCommand(page, 'group by priority')
  await page.getByRole('region', { name: /^urgent / }).waitFor()
})

test('a card far to the side of a lane exists while it has the focus', async () => {
  const { page } = await openView('group=assignee&q=118', { viewport: { width: 640, height: 500 } })
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => focusedCard(page)).toBe('118')
  const left = () => page.locator('[data-board]').evaluate((board) => board.scrollLeft)
  await expect.poll(left).toBeGreaterThan(300)
  await page.locator('[data-board]').evaluate((board) => board.scrollTo(0, 0))
  await expect.poll(left).toBe(0)
  expect(await focusedCard(page)).toBe('118')
})

test('a compact board at 1440 pixels shows all six columns, and a third more cards', async () => {
  const { page } = await openPage(running.browser)
  const cardsInSight = async (query: string) => {
    await signIn(page, running.board.url, running.board.keys.maintainer, query)
    await columnOf(page, 'Queued').getByRole('article').first().waitFor()
    await page.evaluate(() => document.fonts.ready.then(() => undefined))
    const right = await columnOf(page, 'Released').evaluate(
      (column) => column.getBoundingClientRect().right - window.innerWidth,
    )
    const count = await page.locator('article').evaluateAll(
      (cards) =>
        cards.filter((card) => {
          const { bottom, right } = card.getBoundingClientRect()
          return bottom <= window.innerHeight && right <= window.innerWidth
        }).length,
    )
    return { right, count }
  }
  const usual = await cardsInSight('?w=12')
  const compact = await cardsInSight('?w=12&density=compact')
  expect(compact.right).toBeLessThanOrEqual(0)
  expect(compact.count / usual.count).toBeGreaterThanOrEqual(4 / 3)
})

test('the people of a card are beside its labels, and never alone on a line', async () => {
  const { page } = await openPage(running.browser)
  for (const density of ['comfortable', 'compact']) {
    const query = `?w=12&density=${density}`
    await signIn(page, running.board.url, running.board.keys.maintainer, query)
    await columnOf(page, 'Queued').getByRole('article').first().waitFor()
    const alone = await page.locator('article').evaluateAll((cards) =>
      cards.flatMap((card) => {
        const foot = card.querySelector('[data-filter^=labelIds]')?.parentElement
        const labels = [...(foot?.querySelectorAll('[data-filter^=labelIds]') ?? [])]
        const person = foot?.lastElementChild
        if (!person || person.matches('[data-filter^=labelIds]')) return []
        const { top, bottom, left } = person.getBoundingClientRect()
        const boxes = labels.map((label) => label.getBoundingClientRect())
        const isBeside = boxes.some((box) => box.top < bottom && box.bottom > top)
        const covers = boxes.some((box) => box.bottom > top && box.right > left)
        return isBeside && !covers ? [] : [card.textContent]
      }),
    )
    expect(alone).toEqual([])
  }
})
