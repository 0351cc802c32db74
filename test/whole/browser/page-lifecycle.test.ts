import { expect, test } from 'vitest'

import { KEY_CONTAINS_SPACES } from '#messages/key-messages.ts'
import { APP_PART } from '#messages/part-messages.ts'

import { COULD_NOT_LOAD_BOARDS } from '#messages/warning-messages.ts'

import {
  answered,
  cardOf,
  columnOf,
  openPage,
  rendered,
  reopen,
  signIn,
  signInEarly,
  withoutBoardNames,
} from '#test/support/browser.ts'

import { endToEnd } from '#test/support/browser-suite.ts'

import { crashMessage } from '#ui/crash-message.ts'

const running = endToEnd()

/** Console errors that failing requests cause. */
const EXPECTED_CONSOLE_ERRORS =
  /ERR_FAILED|ERR_CONNECTION|Failed to fetch dynamically|Failed to load resource|status of \d+|The above error/

/** The title of a dialog whose code can’t be loaded. */
function missingDialogTitle(isOnline: boolean): string {
  const error = new Error('Failed to fetch dynamically imported module')
  return crashMessage('dialog', error, isOnline).title
}

test('an outdated tab offers a reload after a deployment, and the board stays visible', async () => {
  const { page } = await openPage(running.browser, {}, EXPECTED_CONSOLE_ERRORS)
  await page.route('**/assets/screens-*', (route) => route.fulfill({ status: 404, body: 'gone' }))
  await signIn(page, running.board.url, running.board.keys.member)
  await cardOf(page, 102).waitFor()
  await page.getByRole('button', { name: 'Labels' }).click()
  await page.getByRole('heading', { name: missingDialogTitle(true) }).waitFor()
  expect(await cardOf(page, 102).count()).toBe(1)
  await page.getByRole('button', { name: 'Close' }).click()
  await cardOf(page, 102).click()
  await page.getByRole('complementary', { name: /^#102/ }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Labels' }).click()
  await page.unroute('**/assets/screens-*')
  await page.getByRole('button', { name: 'Reload' }).click()
  await cardOf(page, 102).waitFor()
  await page.getByRole('button', { name: 'Labels' }).click()
  await page.getByRole('dialog', { name: 'Labels' }).waitFor()
})

test('the board loads automatically when the service was down on page load and is available again', async () => {
  const { page } = await openPage(running.browser, {}, EXPECTED_CONSOLE_ERRORS)
  await signIn(page, running.board.url, running.board.keys.member)
  await cardOf(page, 102).waitFor()
  await page.clock.install()
  await page.route('**/v1/**', (route) => route.abort())
  await page.reload()
  // Three attempts with increasing delays come first; each run of the clock ends one delay.
  const errorHeading = page.getByRole('heading', { name: COULD_NOT_LOAD_BOARDS })
  for (let delay = 0; delay < 10 && !(await errorHeading.isVisible()); delay += 1)
    await page.clock.runFor(5_000)
  await errorHeading.waitFor()
  await page.unroute('**/v1/**')
  await page.clock.runFor(20_000)
  await columnOf(page, 'Queued').waitFor()
})

test('the board is polled while the tab is visible, and immediately when the tab becomes visible again [gap G21]', async () => {
  const { page } = await openPage(running.browser)
  let boardLoads = 0
  page.on('requestfinished', (request) => {
    const isWaiting = 'prefer' in request.headers()
    if (new URL(request.url()).pathname === '/v1/board' && !isWaiting) boardLoads += 1
  })
  // A service that doesn't report changes by itself.
  await page.route('**/v1/board*', (route) => {
    const { prefer, 'if-none-match': etag } = route.request().headers()
    if (prefer === undefined) return route.continue()
    return route.fulfill({ status: 304, headers: { ETag: etag ?? '' } })
  })
  await signIn(page, running.board.url, running.board.keys.member)
  await cardOf(page, 102).waitFor()
  const setVisibility = (state: 'hidden' | 'visible') =>
    page.evaluate((visibility) => {
      Object.defineProperty(document, 'visibilityState', {
        configurable: true,
        get: () => visibility,
      })
      window.dispatchEvent(new Event('visibilitychange'))
    }, state)
  await page.clock.install()
  await setVisibility('hidden')
  await setVisibility('visible')
  await expect.poll(() => boardLoads).toBe(2)
  // The polling interval starts when the page has processed the previous response.
  for (let step = 0; step < 10 && boardLoads < 3; step += 1) {
    await page.clock.runFor(4_000)
    await page.waitForResponse('**/v1/board', { timeout: 300 }).catch(() => undefined)
  }
  await expect.poll(() => boardLoads).toBe(3)
  await setVisibility('hidden')
  await page.clock.runFor(120_000)
  expect(boardLoads, 'while the tab is hidden').toBe(3)
  await setVisibility('visible')
  await expect.poll(() => boardLoads).toBe(4)
})

test('typed text goes into the first field when a dialog opens', async () => {
  const { page } = await openPage(running.browser)
  await withoutBoardNames(page)
  await signIn(page, running.board.url, running.board.keys.member)
  await cardOf(page, 102).waitFor()
  await page.keyboard.press('w')
  await page.getByRole('button', { name: 'Rename this board…' }).click()
  await page.getByLabel('Board 12').waitFor()
  await page.keyboard.type('Payments')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Workspace Payments member' }).waitFor()
  await page.keyboard.press('w')
  await page.getByRole('button', { name: 'Details of Demo member' }).click()
  await page.getByRole('button', { name: 'Replace the secret' }).click()
  await page.keyboard.type('not a secret')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText(KEY_CONTAINS_SPACES).waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Replace the secret')
})

test('a dialog opened offline whose code isn’t there shows an offline error, the board stays visible, and moves are disabled', async () => {
  const { page } = await openPage(running.browser, {}, EXPECTED_CONSOLE_ERRORS)
  await page.route('**/assets/screens-*', (route) => route.abort())
  const failedPreload = page.waitForEvent('requestfailed', (request) =>
    request.url().includes('/assets/screens-'),
  )
  await signIn(page, running.board.url, running.board.keys.member)
  await cardOf(page, 102).waitFor()
  await failedPreload
  await rendered(page)
  await page.context().setOffline(true)
  await page.keyboard.press('?')
  const errorCard = page.getByRole('heading', { name: missingDialogTitle(false), exact: true })
  await errorCard.waitFor()
  // It has the focus, as a dialog would, and Escape closes it.
  expect(
    await errorCard.evaluate(
      (heading) =>
        document.activeElement !== document.body && document.activeElement?.contains(heading),
    ),
  ).toBe(true)
  await page.keyboard.press('Escape')
  await errorCard.waitFor({ state: 'detached' })
  await cardOf(page, 102).click()
  await page.getByRole('complementary', { name: /^#102/ }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Actions for #102/ }).click()
  await page.getByRole('menuitem', { name: 'Move to…' }).click()
  const item = page.getByRole('menuitem', { name: 'Review' })
  expect(await item.getAttribute('aria-disabled')).toBe('true')
  await page.keyboard.press('Escape')
  await page.unroute('**/assets/screens-*')
  await page.context().setOffline(false)
  await reopen(page)
  await cardOf(page, 102).waitFor()
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard' }).waitFor()
})

test('a page that can’t load what answers a person says so, keeps the board, and recovers', async () => {
  const { page } = await openPage(running.browser, {}, EXPECTED_CONSOLE_ERRORS)
  await page.route('**/assets/answers-*', (route) => route.abort())
  await signInEarly(page, running.board.url, running.board.keys.member)
  await cardOf(page, 101).waitFor()
  const error = new Error('Failed to fetch dynamically imported module')
  const { title } = crashMessage(APP_PART, error, true)
  const heading = page.getByRole('heading', { name: title, exact: true })
  await heading.waitFor()
  await page.getByRole('button', { name: 'Reload' }).waitFor()
  expect(await cardOf(page, 101).isVisible()).toBe(true)
  await page.unroute('**/assets/answers-*')
  await heading.waitFor({ state: 'detached' })
  await answered(page)
  await cardOf(page, 101).focus()
  await page.keyboard.press('m')
  await page.getByRole('menu', { name: /^Move #101/ }).waitFor()
})
