import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { moved, notMoved } from '#messages/move-messages.ts'
import {
  announced,
  cardOf,
  centerOf,
  columnOf,
  createTouchInput,
  dragOver,
  focusedCard,
  focusFilter,
  openBrowser,
  openPage,
  recordAnnouncements,
  signIn,
} from '#test/support/browser.ts'
import { type RunningBoard, startBoard } from '#test/support/start-board.ts'

/**
 * Steps for each input method: a move, a refused move, another move, and the first card moved back.
 */
const PLAN = [
  {
    card: 101,
    to: 'Building',
    announcement: moved('#101 Rotate signing keys', 'Queued', 'Building'),
  },
  {
    card: 106,
    to: 'Verified',
    announcement: notMoved(
      '#106 Retry webhooks with backoff',
      'checks are red: unit-tests failed.',
    ),
  },
  {
    card: 112,
    to: 'Review',
    announcement: moved('#112 Upgrade the TLS library', 'Verified', 'Review'),
  },
  {
    card: 101,
    to: 'Queued',
    announcement: moved('#101 Rotate signing keys', 'Building', 'Queued'),
  },
] as const

type InputMethod = (page: Page, card: number, to: string) => Promise<void>

/** A dropped card is at the end of its column, which a drop doesn't scroll, or under the toasts. */
async function bringIntoView(page: Page, card: number) {
  const dismiss = page.locator('[data-toast]').getByRole('button', { name: 'Dismiss' })
  // In one step: a toast that leaves by itself is none that can still be clicked.
  while ((await dismiss.count()) > 0) {
    await dismiss.evaluateAll((buttons: HTMLElement[]) => {
      for (const button of buttons) button.click()
    })
  }
  if ((await cardOf(page, card).count()) === 0) {
    await page.locator('[data-scroller]').evaluateAll((lists) => {
      for (const list of lists) list.scrollTop = list.scrollHeight
    })
  }
  await cardOf(page, card).scrollIntoViewIfNeeded()
}

async function byMouse(page: Page, card: number, to: string) {
  await bringIntoView(page, card)
  await dragOver(page, cardOf(page, card), columnOf(page, to))
  await page.mouse.up()
}

async function byTouch(page: Page, card: number, to: string) {
  const touch = await createTouchInput(page)
  await bringIntoView(page, card)
  const [from, target] = [await centerOf(cardOf(page, card)), await centerOf(columnOf(page, to))]
  await touch('touchStart', from)
  await page.locator('[data-board][data-dragging]').waitFor()
  for (const fraction of [0.25, 0.5, 0.75, 1]) {
    await touch('touchMove', {
      x: from.x + (target.x - from.x) * fraction,
      y: from.y + (target.y - from.y) * fraction,
    })
  }
  await columnOf(page, to).getByText(`Move to ${to}`).waitFor()
  await touch('touchEnd')
}

/** Finds the card with the filter, so that the mouse is not needed. */
async function byKeyboard(page: Page, card: number, to: string) {
  const onCard = () => focusedCard(page)
  await focusFilter(page)
  await page.keyboard.type(`#${card}`)
  await cardOf(page, card).waitFor()
  for (let press = 0; press < 10 && (await onCard()) !== String(card); press += 1)
    await page.keyboard.press('Tab')
  await page.keyboard.press('m')
  await page.getByRole('menuitem', { name: to }).waitFor()
  await page.keyboard.type(to.slice(0, 3).toLowerCase())
  await page.keyboard.press('Enter')
}

async function byClicks(page: Page, card: number, to: string) {
  await bringIntoView(page, card)
  await cardOf(page, card)
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await page.getByRole('menuitem', { name: 'Move to…' }).click()
  await page.getByRole('menuitem', { name: to }).click()
}

const INPUT_METHODS: readonly { name: string; moveCard: InputMethod; touch?: true }[] = [
  { name: 'mouse', moveCard: byMouse },
  { name: 'touch', moveCard: byTouch, touch: true },
  { name: 'keyboard only', moveCard: byKeyboard },
  { name: 'single clicks only', moveCard: byClicks },
]

let browser: Browser
let boards: RunningBoard[]
beforeAll(async () => {
  browser = await openBrowser()
  boards = await Promise.all(INPUT_METHODS.map(() => startBoard()))
})
afterAll(async () => {
  await browser.close()
  await Promise.all(boards.map((board) => board.stop()))
})

/** The board on the server as JSON text, without timestamps. */
async function boardOnServer(board: RunningBoard): Promise<string> {
  const response = await fetch(`${board.url}v1/board`, {
    headers: { Authorization: `Bearer ${board.keys.viewer}` },
  })
  return (await response.text()).replace(/"at":"[^"]*"/g, '"at":""')
}

test('mouse, touch, keyboard, and single clicks lead to the same board and announcements when the steps are the same', async () => {
  const initialBoard = await boardOnServer(boards[0] as RunningBoard)
  const runPlan = async (
    { name, moveCard, touch }: (typeof INPUT_METHODS)[number],
    index: number,
  ) => {
    const board = boards[index] as RunningBoard
    const { page } = await openPage(browser, touch ? { hasTouch: true } : {})
    await signIn(page, board.url, board.keys.maintainer)
    await cardOf(page, 101).waitFor()
    const announcements = recordAnnouncements(page)
    for (const { card, to, announcement } of PLAN) {
      await moveCard(page, card, to)
      await announced(page, announcement)
      // The outcome can be there before the board has rendered a dropped card.
      await expect
        .poll(() => focusedCard(page), { message: `${name}: focus is on #${card}` })
        .toBe(String(card))
    }
    const outcomes = announcements().filter((text) => /^#\d+ .*(?<!being )moved/.test(text))
    const result = { name, board: await boardOnServer(board), outcomes }
    return result
  }
  const results = await Promise.all(INPUT_METHODS.map(runPlan))
  for (const { name, board, outcomes } of results) {
    expect(outcomes, `${name}: each outcome is announced exactly once`).toEqual(
      PLAN.map(({ announcement }) => announcement),
    )
    expect(board, name).toBe(results[0]?.board)
    expect(board).not.toBe(initialBoard)
  }
})
