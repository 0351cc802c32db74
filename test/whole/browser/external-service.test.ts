import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cannotMove } from '#messages/interaction-messages.ts'
import { moved, notMoved } from '#messages/move-messages.ts'
import { needsRole, READ_ONLY } from '#messages/permission-messages.ts'
import {
  announced,
  cardOf,
  columnOf,
  dragOver,
  openBrowser,
  openPage,
  signIn,
} from '#test/support/browser.ts'
import { type SecondService, startSecondService } from '#test/support/second-service.ts'
import { type RunningBoard, startBoard } from '#test/support/start-board.ts'

let browser: Browser
let externalService: SecondService
let board: RunningBoard

beforeAll(async () => {
  ;[browser, externalService] = await Promise.all([openBrowser(), startSecondService()])
  board = await startBoard(['--service', externalService.url])
})
afterAll(async () => {
  await browser?.close()
  await board?.stop()
  await externalService?.close()
})

test('a viewer of an external service sees "Read only" and can’t drag a card', async () => {
  const { page } = await openPage(browser)
  await signIn(page, board.url, externalService.keys.viewer)
  await page.getByText(READ_ONLY).waitFor()
  await dragOver(page, cardOf(page, 1), columnOf(page, 'On a branch'))
  await announced(page, cannotMove('#1 Sharpen the saw', needsRole('member', 'viewer')))
  expect(await page.locator('[data-board][data-dragging]').count()).toBe(0)
  await page.mouse.up()
  const priorityMark = (number: number) =>
    cardOf(page, number)
      .locator('[data-priority]')
      .evaluate((element) => getComputedStyle(element, '::before').content)
  // An unrecognized priority is shown as text without an icon. [gap G17]
  expect([await priorityMark(1), await priorityMark(2)]).toEqual(['""', 'none'])
})

test('a member of an external service sees which column is disabled before a drop, and can move a card to an allowed column', async () => {
  const { page } = await openPage(browser)
  await signIn(page, board.url, externalService.keys.member)
  await cardOf(page, 1).getByText('workshop').waitFor()
  await columnOf(page, 'On main').getByText('Needs maintainer').waitFor()
  await columnOf(page, 'On main').getByText('release-train').waitFor()
  await dragOver(page, cardOf(page, 1), columnOf(page, 'On main'))
  await columnOf(page, 'On main')
    .getByRole('note')
    .getByText(needsRole('maintainer', 'member'))
    .waitFor()
  await page.mouse.up()
  await dragOver(page, cardOf(page, 1), columnOf(page, 'On a branch'))
  await page.mouse.up()
  await announced(page, moved('#1 Sharpen the saw', 'Inbox', 'On a branch'))
  expect(await columnOf(page, 'On a branch').locator('[data-card-number="1"]').count()).toBe(1)
})

test('a move is reported as refused when an external service returns a success status but leaves the card blocked in its column', async () => {
  const { page } = await openPage(browser)
  await signIn(page, board.url, externalService.keys.maintainer)
  await cardOf(page, 3).waitFor()
  await dragOver(page, cardOf(page, 3), columnOf(page, 'On main'))
  await page.mouse.up()
  await announced(page, notMoved('#3 Paint the door', 'Pipeline failed: paint is wet.'))
  const card = columnOf(page, 'On a branch').locator('[data-card-number="3"]')
  await card.getByText('Blocked').waitFor()
})

test('a key with access to several boards requires a choice of board, and later requests send the workspace header', async () => {
  const { page } = await openPage(browser)
  await signIn(page, board.url, externalService.keys.several)
  await page.getByRole('heading', { name: 'Choose a board' }).waitFor()
  await page.getByRole('button', { name: /^Board 502/ }).click()
  await cardOf(page, 2).waitFor()
  expect(externalService.requests.at(-1)?.headers['x-service-workspace']).toBe('502')
})

test('the proxy forwards only the headers that the API needs', () => {
  expect(externalService.requests.length).toBeGreaterThan(10)
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
  for (const { headers } of externalService.requests) {
    expect(Object.keys(headers).filter((name) => !allowed.includes(name))).toEqual([])
  }
})
