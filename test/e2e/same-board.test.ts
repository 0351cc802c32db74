import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  cardOf,
  carry,
  columnOf,
  fingers,
  middle,
  openBrowser,
  openPage,
  recordAnnouncements,
  signIn,
  status,
} from '#test/support/browser.ts'
import { type RunningBoard, startBoard } from '#test/support/start-board.ts'

/** What is done in each way: two moves, a refusal, and a move on from where the first one ended. */
const PLAN = [
  { card: 101, to: 'Building', words: '#101 Rotate signing keys moved from Queued to Building.' },
  {
    card: 106,
    to: 'Verified',
    words: '#106 Retry webhooks with backoff not moved: checks are red: unit-tests failed.',
  },
  { card: 112, to: 'Review', words: '#112 Upgrade the TLS library moved from Verified to Review.' },
  { card: 101, to: 'Queued', words: '#101 Rotate signing keys moved from Building to Queued.' },
] as const

type Way = (page: Page, card: number, to: string) => Promise<void>

async function byMouse(page: Page, card: number, to: string) {
  await cardOf(page, card).scrollIntoViewIfNeeded()
  await carry(page, cardOf(page, card), columnOf(page, to))
  await page.mouse.up()
}

async function byTouch(page: Page, card: number, to: string) {
  const touch = await fingers(page)
  await cardOf(page, card).scrollIntoViewIfNeeded()
  const [from, target] = [await middle(cardOf(page, card)), await middle(columnOf(page, to))]
  await touch('touchStart', from)
  await page.locator('.board[data-dragging]').waitFor()
  for (const part of [0.25, 0.5, 0.75, 1]) {
    await touch('touchMove', { x: from.x + (target.x - from.x) * part, y: from.y + (target.y - from.y) * part })
  }
  await columnOf(page, to).getByText(`Move to ${to}`).waitFor()
  await touch('touchEnd')
}

/** Finds the card by the filter, so that not even a click is needed to reach it. */
async function byKeyboard(page: Page, card: number, to: string) {
  const onCard = () => page.evaluate(() => document.activeElement?.getAttribute('data-card-number'))
  await page.keyboard.press('/')
  await page.keyboard.type(`#${card}`)
  await cardOf(page, card).waitFor()
  for (let press = 0; press < 10 && (await onCard()) !== String(card); press += 1) await page.keyboard.press('Tab')
  await page.keyboard.press('m')
  await page.getByRole('menuitem', { name: to }).waitFor()
  await page.keyboard.type(to.slice(0, 3).toLowerCase())
  await page.keyboard.press('Enter')
}

async function byClicks(page: Page, card: number, to: string) {
  await cardOf(page, card).scrollIntoViewIfNeeded()
  await cardOf(page, card)
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await page.getByRole('menuitem', { name: 'Move to…' }).click()
  await page.getByRole('menuitem', { name: to }).click()
}

const WAYS: readonly { name: string; way: Way; touch?: true }[] = [
  { name: 'mouse', way: byMouse },
  { name: 'touch', way: byTouch, touch: true },
  { name: 'keyboard alone', way: byKeyboard },
  { name: 'single clicks alone', way: byClicks },
]

let browser: Browser
let boards: RunningBoard[]
beforeAll(async () => {
  browser = await openBrowser()
  boards = await Promise.all(WAYS.map(() => startBoard()))
})
afterAll(async () => {
  await browser.close()
  await Promise.all(boards.map((board) => board.stop()))
})

/** What stands on the server, without the times at which it came to stand there. */
async function standing(board: RunningBoard): Promise<string> {
  const answer = await fetch(`${board.url}v1/board`, { headers: { Authorization: `Bearer ${board.keys.viewer}` } })
  return (await answer.text()).replace(/"at":"[^"]*"/g, '"at":""')
}

test('by mouse, touch, keyboard alone and single clicks alone, the same plan ends at the same board', async () => {
  const before = await standing(boards[0] as RunningBoard)
  const goThrough = async ({ name, way, touch }: (typeof WAYS)[number], index: number) => {
    const board = boards[index] as RunningBoard
    const { page, expectClean, close } = await openPage(browser, touch ? { hasTouch: true } : {})
    await signIn(page, board.url, board.keys.maintainer)
    await cardOf(page, 101).waitFor()
    const said = await recordAnnouncements(page)
    for (const { card, to, words } of PLAN) {
      await way(page, card, to)
      await status(page, words).waitFor()
      const focused = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 120))
      expect(focused, `${name}: the focus is with #${card}`).toContain(`data-card-number="${card}"`)
    }
    const outcomes = (await said()).filter((text) => /^#\d+ .* moved/.test(text))
    const end = { name, board: await standing(board), outcomes }
    expectClean()
    await close()
    return end
  }
  const ends = await Promise.all(WAYS.map(goThrough))
  for (const { name, board, outcomes } of ends) {
    expect(outcomes, `${name}: each outcome is announced once, in words`).toEqual(PLAN.map(({ words }) => words))
    expect(board, name).toBe(ends[0]?.board)
    expect(board).not.toBe(before)
  }
})
