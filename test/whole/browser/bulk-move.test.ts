import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { readBoard } from '#contract/readers/read-board.ts'
import type { Card } from '#contract/readers/read-card.ts'
import { TRY_ANYWAY } from '#messages/bulk-messages.ts'
import { columnActions } from '#messages/selection-messages.ts'
import { columnOf, live, openPage, reopen, signIn } from '#test/support/browser.ts'
import { endToEnd } from '#test/support/browser-suite.ts'

/** About 500 of them are in each column. */
const running = endToEnd(['--demo-cards', '6000', '--writes-per-minute', '6000'])

const FROM = 'Intake'
const TO = 'Ready'

/** The cards of a column, as the service has them. */
async function cardsOf(column: string): Promise<readonly Card[]> {
  const response = await fetch(`${running.board.url}v1/board`, {
    headers: { Authorization: `Bearer ${running.board.keys.maintainer}` },
  })
  const board = readBoard(await response.json())
  return board?.columns.find(({ name }) => name === column)?.cards ?? []
}

async function numbersIn(column: string): Promise<number[]> {
  return (await cardsOf(column)).flatMap(({ number }) => number ?? [])
}

const isRefusedHere = (number: number) => number % 10 === 3

/**
 * Refuses every tenth card, loses two responses, once before and once after the service has applied
 * the move, and limits the rate once. Returns what was seen of the requests.
 */
async function hinder(page: Page, numbers: readonly number[]) {
  const seen = { open: 0, mostOpen: 0, sent: 0, startedWhileLimited: 0 }
  const allowed = numbers.filter((number) => !isRefusedHere(number))
  const [lostBefore, lostAfter, limited] = [allowed[20], allowed[40], allowed[60]]
  const once = new Set([lostBefore, lostAfter, limited])
  let limitedUntil = 0
  const answer = async (route: Route, number: number) => {
    const limitedMs = limitedUntil - Date.now()
    if (limitedMs > 0) {
      seen.startedWhileLimited += 1
      // Until the page has read of the limit, an answer lets it start another request.
      const saysSo = page.getByText(/Resumes in \d+ s/).waitFor({ timeout: limitedMs })
      await saysSo.catch(() => undefined)
    }
    const isFirst = once.delete(number)
    if (isFirst && number === lostBefore) return route.abort('connectionreset')
    if (isFirst && number === lostAfter) {
      await route.fetch()
      return route.abort('connectionreset')
    }
    if (isFirst && number === limited) {
      limitedUntil = Date.now() + 900
      return route.fulfill({ status: 429, headers: { 'Retry-After': '1' }, json: {} })
    }
    if (!isRefusedHere(number)) return route.continue()
    const error = { code: 'conflicts', message: 'conflicts in README.md' }
    return route.fulfill({ status: 409, json: { error } })
  }
  await page.route('**/v1/cards/*', async (route) => {
    if (route.request().method() !== 'PATCH') return route.continue()
    seen.open += 1
    seen.sent += 1
    seen.mostOpen = Math.max(seen.mostOpen, seen.open)
    const number = Number(/\d+$/.exec(new URL(route.request().url()).pathname)?.[0])
    // The page may have been loaded again by then.
    await answer(route, number).catch(() => undefined)
    seen.open -= 1
  })
  return seen
}

const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' })

/** "212 moved, 20 refused." as counts. */
function countsIn(text: string): Record<string, number> {
  const parts = text.matchAll(/([\d,]+) (moved|refused|not confirmed|not sent|left out)/g)
  return Object.fromEntries([...parts].map(([, count, what]) => [what, Number(count)]))
}

test('a move of 500 cards has the right outcome for each, with refusals, lost responses, a rate limit, and a reload', async () => {
  const { page } = await openPage(running.browser, {}, /status of (409|429)|ERR_CONNECTION_RESET/)
  page.on('dialog', (dialog) => dialog.accept())
  await signIn(page, running.board.url, running.board.keys.maintainer)
  await live(page)
  const cards = await cardsOf(FROM)
  const numbers = cards.flatMap(({ number }) => number ?? [])
  const total = numbers.length
  expect(total).toBeGreaterThanOrEqual(500)
  // The service refuses some by itself: their checks are red.
  const red = new Set(cards.flatMap(({ number, blocked }) => (blocked && number) || []))
  const isRefused = (number: number) => isRefusedHere(number) || red.has(number)
  const seen = await hinder(page, numbers)

  await page.getByRole('button', { name: columnActions(FROM) }).click()
  await page.getByRole('menuitem', { name: `Select all ${total} cards` }).click()
  await page.getByRole('toolbar').getByText(`${total} cards selected`).waitFor()
  await page.getByRole('toolbar').getByRole('button', { name: 'Move to…' }).click()
  await page.getByRole('menuitem', { name: TO, exact: true }).click()
  const question = page.getByRole('dialog', { name: /^Move / })
  await question.getByRole('checkbox', { name: TRY_ANYWAY }).check()
  await question.getByRole('button', { name: `Move ${total} cards to ${TO}` }).click()
  await expect.poll(() => seen.sent, { interval: 20 }).toBeGreaterThan(150)
  await page.getByRole('button', { name: 'Pause' }).click()
  const before = seen.sent
  await page.getByRole('button', { name: 'Resume' }).click()
  await expect.poll(() => seen.sent, { interval: 20 }).toBeGreaterThan(before + 20)
  await reopen(page)

  const interrupted = toasts(page).getByText(/was interrupted/)
  await interrupted.waitFor({ timeout: 0 })
  const counts = countsIn(await interrupted.innerText())
  expect(seen.sent).toBeLessThan(total)
  expect(seen.mostOpen).toBeLessThanOrEqual(4)
  expect(seen.startedWhileLimited).toBeLessThanOrEqual(3)
  const inTarget = new Set(await numbersIn(TO))
  const movedSoFar = numbers.filter((number) => inTarget.has(number)).length
  // A request that was under way may have been applied after the load.
  expect(movedSoFar - (counts.moved ?? 0)).toBeGreaterThanOrEqual(0)
  expect(movedSoFar - (counts.moved ?? 0)).toBeLessThanOrEqual(4)
  const sum = Object.values(counts).reduce((total, count) => total + count, 0)
  expect(sum).toBe(total)
  expect(counts['not sent']).toBeGreaterThan(100)

  await toasts(page).getByRole('button', { name: 'Details' }).click()
  const dialog = page.getByRole('dialog', { name: `Move ${total} cards to ${TO}` })
  await dialog.getByRole('button', { name: `Move the other ${counts['not sent']} cards` }).click()
  const done = toasts(page).getByText(/^[\d,]+ moved, [\d,]+ refused\.$/)
  await done.waitFor({ timeout: 0 })
  const rest = countsIn(await done.innerText())
  expect((rest.moved ?? 0) + (rest.refused ?? 0)).toBe(counts['not sent'])

  const [left, target] = [await numbersIn(FROM), new Set(await numbersIn(TO))]
  const lost = counts['not confirmed'] ?? 0
  const wrong = numbers.filter((number) => !isRefused(number) && !target.has(number))
  expect(wrong.length).toBeLessThanOrEqual(lost)
  expect(left.filter((number) => numbers.includes(number)).sort()).toEqual(
    [...numbers.filter(isRefused), ...wrong].sort(),
  )
  expect(await columnOf(page, FROM).locator('article').count()).toBeGreaterThan(0)
}, 480_000)
