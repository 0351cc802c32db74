import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { boxAt, columnOf, openBrowser, openPage, signIn, status } from '#test/support/browser.ts'
import { type RunningBoard, startBoard } from '#test/support/start-board.ts'

let browser: Browser
let board: RunningBoard

beforeAll(async () => {
  ;[browser, board] = await Promise.all([openBrowser(), startBoard(['--demo-cards', '10000'])])
})
afterAll(async () => {
  await browser?.close()
  await board?.stop()
})

/** Card renders since the last call. */
function cardRenders(page: Page): Promise<number> {
  return page.evaluate(() => {
    const counts = globalThis.renderCounts ?? {}
    const { card = 0 } = counts
    counts.card = 0
    return card
  })
}

test('10,000 cards in 12 columns: few elements, and a drag renders the card in the hand alone', async () => {
  const { page, expectClean, close } = await openPage(browser)
  await page.addInitScript(() => {
    globalThis.renderCounts = {}
  })
  await signIn(page, board.url, board.keys.maintainer)
  await page.locator('article[data-card-number]').first().waitFor()
  expect(await page.locator('section[data-status-id]').count()).toBe(12)
  const shown = await page
    .locator('section[data-status-id] .column-head span')
    .evaluateAll((spans) =>
      spans.reduce((sum, span) => sum + (/^\d+$/.test(span.textContent ?? '') ? Number(span.textContent) : 0), 0),
    )
  expect(shown).toBe(10_000)
  expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThan(2_500)

  const card = columnOf(page, 'Intake').locator('article').nth(1)
  const number = await card.getAttribute('data-card-number')
  const from = await boxAt(card)
  await page.mouse.move(from.x + 40, from.y + 40)
  await cardRenders(page)
  await page.mouse.down()
  await page.mouse.move(from.x + 50, from.y + 44, { steps: 4 })
  await page.locator('.board[data-dragging]').waitFor()
  expect(await cardRenders(page)).toBeLessThanOrEqual(3)
  for (const name of ['Triage', 'Ready', 'Triage']) {
    const to = await boxAt(columnOf(page, name))
    await page.mouse.move(to.x + 100, to.y + 200, { steps: 10 })
    await columnOf(page, name).getByText(`Move to ${name}`).waitFor()
  }
  expect(await cardRenders(page)).toBe(0)
  await page.mouse.up()
  await status(page, new RegExp(`^#${number} .+ moved from Intake to Triage\\.$`)).waitFor()
  expect(await page.evaluate(() => document.activeElement?.getAttribute('data-card-number'))).toBe(number)
  expectClean()
  await close()
})
