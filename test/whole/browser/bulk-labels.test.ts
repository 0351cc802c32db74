import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { readBoard } from '#contract/readers/read-board.ts'
import { readLabels } from '#contract/readers/read-label.ts'
import { chosenChanges, unchangedCards } from '#messages/bulk-label-messages.ts'
import { bulkLabelEstimate } from '#model/bulk-labels.ts'
import {
  axeViolations,
  cardOf,
  live,
  openPage,
  PHONE,
  reopen,
  signIn,
} from '#test/support/browser.ts'
import { endToEnd } from '#test/support/browser-suite.ts'

const running = endToEnd(['--writes-per-minute', '6000'])

/** The numbers of the cards on the service, and of those with a label. */
async function cardsOnService(label: string): Promise<{ all: number[]; labeled: number[] }> {
  const load = async (path: string) => {
    const headers = { Authorization: `Bearer ${running.board.keys.maintainer}` }
    const response = await fetch(`${running.board.url}v1/${path}`, { headers })
    return response.json()
  }
  const list = readLabels(await load('labels'))?.labels ?? []
  const labelId = list.find(({ name }) => name === label)?.id
  if (labelId === undefined) throw new Error(`There is no label ${label}.`)
  const cards = readBoard(await load('board'))?.columns.flatMap((column) => column.cards) ?? []
  const numbersOf = (some: typeof cards) => some.flatMap(({ number }) => number ?? []).sort()
  const hasLabel = ({ labels }: (typeof cards)[number]) =>
    labels?.some(({ id }) => id === labelId) ?? false
  return { all: numbersOf(cards), labeled: numbersOf(cards.filter(hasLabel)) }
}

const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' })

async function openDialog(page: Page) {
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Label visible cards…' }).click()
  return page.getByRole('dialog', { name: 'Label visible cards' })
}

test('a label for all cards has the right outcome for each, with a refusal, a rate limit, and a reload', async () => {
  const { page } = await openPage(running.browser, {}, /status of (409|429)/)
  page.on('dialog', (dialog) => dialog.accept())
  await signIn(page, running.board.url, running.board.keys.maintainer)
  await live(page)
  const before = await cardsOnService('tests')
  const changing = before.all.filter((number) => !before.labeled.includes(number))
  const seen = { sent: 0, open: 0, mostOpen: 0 }
  let refused: number | undefined
  const answer = (route: Route, number: number) => {
    if (seen.sent === 4) refused = number
    if (number === refused) return route.fulfill({ status: 409, json: { detail: 'Not this one.' } })
    if (seen.sent === 8) {
      return route.fulfill({ status: 429, headers: { 'Retry-After': '1' }, json: {} })
    }
    return route.continue()
  }
  await page.route('**/v1/cards/*', async (route) => {
    if (route.request().method() !== 'PATCH') return route.continue()
    seen.sent += 1
    seen.open += 1
    seen.mostOpen = Math.max(seen.mostOpen, seen.open)
    const number = Number(/\d+$/.exec(new URL(route.request().url()).pathname)?.[0])
    // The page may have been loaded again by then.
    await answer(route, number).catch(() => undefined)
    seen.open -= 1
  })
  const dialog = await openDialog(page)
  await dialog.getByRole('checkbox', { name: /^tests( |$)/ }).click()
  await dialog.getByText(unchangedCards(before.labeled.length)).waitFor()
  await dialog.getByRole('button', { name: `Apply to ${changing.length} cards` }).click()
  await expect.poll(() => seen.sent, { interval: 20 }).toBeGreaterThan(12)
  await reopen(page)

  const interrupted = toasts(page).getByText(/was interrupted/)
  await interrupted.waitFor({ timeout: 0 })
  const notSent = Number(/(\d+) not sent/.exec(await interrupted.innerText())?.[1])
  expect(notSent).toBeGreaterThan(0)
  expect(notSent).toBeLessThan(changing.length)
  await toasts(page).getByRole('button', { name: 'Details' }).click()
  await page.getByRole('button', { name: `Change the other ${notSent} cards` }).click()
  await toasts(page)
    .getByText(/^\d+ changed\.$/)
    .waitFor({ timeout: 0 })
  const after = await cardsOnService('tests')
  const without = after.all.filter((number) => !after.labeled.includes(number))
  // The one request under way may have been lost with the page.
  expect(without).toContain(refused)
  expect(without.length).toBeLessThanOrEqual(2)
  expect(seen.mostOpen).toBe(1)
}, 120_000)

test('a label is added and taken back by keyboard alone, and its screens have no axe violation', async () => {
  const { page } = await openPage(running.browser, { colorScheme: 'dark' })
  await signIn(page, running.board.url, running.board.keys.maintainer, '?priority=urgent')
  await live(page)
  const labeled = async () => (await cardsOnService('customer')).labeled
  const before = await labeled()
  await page.locator('[data-card-number]').first().focus()
  await page.keyboard.press('x')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('l')
  const dialog = page.getByRole('dialog', { name: 'Label selected cards' })
  await dialog.waitFor()
  await page.keyboard.type('customer')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  // It is announced, too.
  await dialog
    .getByText(chosenChanges({ added: ['customer'], removed: [] }))
    .first()
    .waitFor()
  expect(await axeViolations(page)).toEqual([])
  await page.keyboard.press('Control+Enter')
  await toasts(page)
    .getByText(/^\d changed/)
    .waitFor()
  expect((await labeled()).length).toBeGreaterThan(before.length)
  await page.keyboard.press('Control+z')
  await expect.poll(labeled).toEqual(before)
})

test('a finger removes a label from selected cards', async () => {
  const { page } = await openPage(running.browser, PHONE)
  await signIn(page, running.board.url, running.board.keys.maintainer)
  await live(page)
  await page.getByRole('button', { name: 'Actions for #101 Rotate signing keys' }).tap()
  await page.getByRole('menuitem', { name: 'Select' }).tap()
  await page.getByRole('toolbar').getByRole('button', { name: 'Labels' }).tap()
  const dialog = page.getByRole('dialog', { name: 'Label selected cards' })
  await dialog.getByRole('checkbox', { name: 'security' }).tap()
  await dialog.getByRole('button', { name: 'Apply to 1 card' }).tap()
  await cardOf(page, 101).getByText('security').waitFor({ state: 'detached' })
  await expect.poll(async () => (await cardsOnService('security')).labeled).not.toContain(101)
})

test('a label for more than 200 cards is applied only after an estimate and a second press', async () => {
  const { page } = await openPage(running.browser)
  await signIn(page, running.board.url, running.board.keys.everywhere, '?w=14')
  await page.locator('article').first().waitFor()
  const writes: string[] = []
  page.on('request', (request) => request.method() === 'PATCH' && writes.push(request.url()))
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Label visible cards…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Label visible cards' })
  await dialog.getByText(bulkLabelEstimate(1_200)).waitFor()
  await dialog.getByRole('checkbox').first().click()
  await dialog.getByRole('button', { name: /^Apply to/ }).click()
  await dialog.getByRole('button', { name: /^Yes, apply to/ }).waitFor()
  expect(writes).toEqual([])
  await dialog.getByRole('button', { name: /^Yes, apply to/ }).click()
  await expect.poll(() => writes.length).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Cancel' }).click()
})
