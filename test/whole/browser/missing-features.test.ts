import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { moved } from '#messages/move-messages.ts'
import {
  announced,
  cardOf,
  focusCardOf,
  focusFilter,
  live,
  openPage,
  signIn,
} from '#test/support/browser.ts'
import { endToEnd } from '#test/support/browser-suite.ts'

const running = endToEnd()

/** What a supported browser, or a page without TLS, may not have. ARCHITECTURE has the same table. */
const MISSING: readonly (readonly [name: string, takeAway: () => void])[] = [
  ['requestIdleCallback', () => void Reflect.deleteProperty(window, 'requestIdleCallback')],
  ['BroadcastChannel', () => void Reflect.deleteProperty(window, 'BroadcastChannel')],
  ['Notification', () => void Reflect.deleteProperty(window, 'Notification')],
  ['locks', () => void Reflect.deleteProperty(Navigator.prototype, 'locks')],
  ['wakeLock', () => void Reflect.deleteProperty(Navigator.prototype, 'wakeLock')],
  ['clipboard', () => void Reflect.deleteProperty(Navigator.prototype, 'clipboard')],
  ['randomUUID', () => void Reflect.deleteProperty(Crypto.prototype, 'randomUUID')],
  ['indexedDB', () => Object.defineProperty(window, 'indexedDB', { value: undefined })],
  ['Worker', () => void Reflect.deleteProperty(window, 'Worker')],
]

test.each(MISSING)('the page works without %s', async (_, takeAway) => {
  const { page } = await openPage(running.browser)
  await page.addInitScript(takeAway)
  await useMost(page)
})

/** What the style sheets have, and a supported browser may not know. */
const MISSING_STYLES = ['@starting-style', 'scrollbar-width', 'scrollbar-gutter', 'overflow-anchor']

test.each(MISSING_STYLES)('the page works without %s', async (feature) => {
  const { page } = await openPage(running.browser)
  let count = 0
  await page.route(/\/assets\/.*\.(css|js)$/, async (route) => {
    const response = await route.fetch()
    // Some styles load with their code. A browser ignores what it doesn't know.
    const parts = (await response.text()).split(feature)
    count += parts.length - 1
    const unknown = feature.replace(/\w+/, 'unknown')
    await route.fulfill({ response, body: parts.join(unknown) })
  })
  await useMost(page)
  expect(count).toBeGreaterThan(0)
})

/** A move, its undo, the panel, a link, the filter, the palette, and the wall display. */
async function useMost(page: Page): Promise<void> {
  await signIn(page, running.board.url, running.board.keys.member)
  await live(page)
  const first = page.locator('article').first()
  const number = Number(await first.getAttribute('data-card-number'))
  const name = (await first.getAttribute('aria-label')) ?? ''
  await focusCardOf(page, number)
  await page.keyboard.press(']')
  await announced(page, moved(name, 'Queued', 'Building'))
  await page.keyboard.press('Control+z')
  await announced(page, 'moved back')
  await focusCardOf(page, 106)
  await page.keyboard.press('Enter')
  await page.locator('[data-sheet]').waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('c')
  await announced(page, /cop(y|ied)/i)
  await focusFilter(page)
  await page.keyboard.type('#106')
  await cardOf(page, 106).waitFor()
  await expect.poll(() => page.locator('article').count()).toBe(1)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: 'Command palette' }).waitFor()
  await page.keyboard.type('wall display')
  await page.keyboard.press('Enter')
  await page.locator('[data-wall]').waitFor()
}

test('a browser without what the page needs gets a sentence, and others never see it', async () => {
  const { page } = await openPage(running.browser)
  await signIn(page, running.board.url, running.board.keys.member)
  await cardOf(page, 101).waitFor()
  const sentence = page.getByText('This browser is too old for Trunkline.')
  expect(await sentence.isVisible()).toBe(false)
  // As where the condition doesn't hold.
  await page.evaluate(() => {
    for (const { cssRules } of document.styleSheets) {
      const rules = [...cssRules].filter((rule) => rule instanceof CSSSupportsRule)
      const own = rules.find(({ cssText }) => cssText.includes('#old-browser'))
      own?.deleteRule(0)
    }
  })
  expect(await sentence.isVisible()).toBe(true)
})
