import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cardOf, carry, columnOf, openBrowser, openPage, signIn, status } from '#test/support/browser.ts'
import { type SecondService, startSecondService } from '#test/support/second-service.ts'
import { type RunningBoard, startBoard } from '#test/support/start-board.ts'

let browser: Browser
let other: SecondService
let board: RunningBoard

beforeAll(async () => {
  ;[browser, other] = await Promise.all([openBrowser(), startSecondService()])
  board = await startBoard(['--service', other.url])
})
afterAll(async () => {
  await browser?.close()
  await board?.stop()
  await other?.close()
})

test('the viewer of another service sees "Read only" and cannot pick anything up', async () => {
  const { page, expectClean, close } = await openPage(browser)
  await signIn(page, board.url, other.keys.viewer)
  await page.getByText('Read only').waitFor()
  await carry(page, cardOf(page, 1), columnOf(page, 'On a branch'))
  await status(page, /#1 Sharpen the saw cannot be moved/).waitFor()
  expect(await page.locator('.board[data-dragging]').count()).toBe(0)
  await page.mouse.up()
  const mark = (number: number) =>
    cardOf(page, number)
      .locator('.priority')
      .evaluate((element) => getComputedStyle(element, '::before').content)
  // A priority that is none of the four is text alone. [gap G17]
  expect([await mark(1), await mark(2)]).toEqual(['""', 'none'])
  expectClean()
  await close()
})

test('the member of another service is told what is closed; an accepted move is shown once the service shows it', async () => {
  const { page, expectClean, close } = await openPage(browser)
  await signIn(page, board.url, other.keys.member)
  await cardOf(page, 1).getByText('workshop').waitFor()
  await columnOf(page, 'On main').getByText('Needs maintainer').waitFor()
  await columnOf(page, 'On main').getByText('release-train').waitFor()
  await carry(page, cardOf(page, 1), columnOf(page, 'On main'))
  await columnOf(page, 'On main')
    .getByRole('note')
    .getByText('Needs maintainer. Your key is member on this board.')
    .waitFor()
  await page.mouse.up()
  await carry(page, cardOf(page, 1), columnOf(page, 'On a branch'))
  await page.mouse.up()
  await status(page, '#1 Sharpen the saw moved from Inbox to On a branch.').waitFor()
  expect(await columnOf(page, 'On a branch').locator('[data-card-number="1"]').count()).toBe(1)
  expectClean()
  await close()
})

test('the maintainer of another service: a refusal that is a 202 with the card unmoved is still a refusal', async () => {
  const { page, expectClean, close } = await openPage(browser)
  await signIn(page, board.url, other.keys.maintainer)
  await cardOf(page, 3).waitFor()
  await carry(page, cardOf(page, 3), columnOf(page, 'On main'))
  await page.mouse.up()
  await status(page, '#3 Paint the door not moved: Pipeline failed: paint is wet.').waitFor()
  const card = columnOf(page, 'On a branch').locator('[data-card-number="3"]')
  await card.getByText('Blocked').waitFor()
  expectClean()
  await close()
})

test('a key that reaches several boards is asked which one; the header is sent from then on', async () => {
  const { page, expectClean, close } = await openPage(browser)
  await signIn(page, board.url, other.keys.several)
  await page.getByRole('heading', { name: 'Choose a board' }).waitFor()
  await page.getByRole('button', { name: /^Board 502/ }).click()
  await cardOf(page, 2).waitFor()
  expect(other.requests.at(-1)?.headers['x-service-workspace']).toBe('502')
  expectClean()
  await close()
})

test('only what the interface needs crosses the proxy', () => {
  expect(other.requests.length).toBeGreaterThan(10)
  const allowed = [
    'accept',
    'accept-encoding',
    'authorization',
    'connection',
    'content-length',
    'content-type',
    'host',
    'if-none-match',
    'x-service-workspace',
  ]
  for (const { headers } of other.requests) {
    expect(Object.keys(headers).filter((name) => !allowed.includes(name))).toEqual([])
  }
})
