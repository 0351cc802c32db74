import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { readBoard } from '#contract/readers/read-board.ts'
import { cardsThatCannotMove } from '#messages/bulk-messages.ts'
import {
  announced,
  cardOf,
  columnOf,
  dragOver,
  focusCardOf,
  live,
  openPage,
  signIn,
} from '#test/support/browser.ts'
import { endToEnd } from '#test/support/browser-suite.ts'

const running = endToEnd()

async function columnNamesOnService(numbers: readonly number[]): Promise<(string | undefined)[]> {
  const response = await fetch(`${running.board.url}v1/board`, {
    headers: { Authorization: `Bearer ${running.board.keys.maintainer}` },
  })
  const board = readBoard(await response.json())
  const nameOf = (number: number) =>
    board?.columns.find(({ cards }) => cards.some((card) => card.number === number))?.name
  return numbers.map(nameOf)
}

async function openBoard() {
  const { page } = await openPage(running.browser)
  await signIn(page, running.board.url, running.board.keys.maintainer)
  await live(page)
  return page
}

async function select(page: Page, numbers: readonly number[]) {
  for (const number of numbers) {
    await focusCardOf(page, number)
    await page.keyboard.press('x')
  }
  await page.getByRole('toolbar').getByText(`${numbers.length} cards selected`).waitFor()
}

test('a drag of a selected card moves all that are selected, in one move that one Undo takes back', async () => {
  const page = await openBoard()
  await select(page, [102, 103, 109])
  await dragOver(page, cardOf(page, 103), columnOf(page, 'Building'))
  await page.getByRole('note').getByText('Move 3 cards to Building').waitFor()
  await announced(page, 'Picked up 3 cards.')
  await page.mouse.up()
  const toasts = page.getByRole('region', { name: 'Notifications' })
  await toasts.getByText('3 moved.').waitFor()
  expect(await columnNamesOnService([102, 103, 109])).toEqual(['Building', 'Building', 'Building'])
  expect(await page.getByRole('toolbar').count()).toBe(0)
  await toasts.getByRole('button', { name: 'Undo' }).click()
  await expect
    .poll(() => columnNamesOnService([102, 103, 109]))
    .toEqual(['Queued', 'Queued', 'Queued'])
})

test('what can’t go along is named before anything is sent', async () => {
  const page = await openBoard()
  // The second one is in the column already.
  await select(page, [111, 104])
  const requests: string[] = []
  page.on('request', (request) => request.method() === 'PATCH' && requests.push(request.url()))
  await dragOver(page, cardOf(page, 111), columnOf(page, 'Building'))
  await page.getByRole('note').getByText(cardsThatCannotMove(1)).waitFor()
  await page.mouse.up()
  const dialog = page.getByRole('dialog', { name: 'Move 1 card to Building' })
  await dialog.getByText(/^#104/).waitFor()
  expect(requests).toEqual([])
  await dialog.getByRole('button', { name: 'Move 1 card to Building' }).click()
  await expect.poll(() => columnNamesOnService([111])).toEqual(['Building'])
})

test('a card that isn’t selected is dragged alone, and the selection stays', async () => {
  const page = await openBoard()
  await select(page, [121, 122])
  await dragOver(page, cardOf(page, 101), columnOf(page, 'Building'))
  await page.getByRole('note').getByText('Move to Building').waitFor()
  await page.mouse.up()
  await expect.poll(() => columnNamesOnService([101, 121])).toEqual(['Building', 'Queued'])
  await page.getByRole('toolbar').getByText('2 cards selected').waitFor()
})
