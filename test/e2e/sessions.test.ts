import { expect, test } from 'vitest'
import { cardOf, columnOf, openPage, signIn } from '#test/support/browser.ts'
import { endToEnd } from '#test/support/e2e.ts'

const running = endToEnd()

/** Console errors that a broken line provokes. */
const BROKEN =
  /ERR_FAILED|ERR_CONNECTION|Failed to fetch dynamically|Failed to load resource|status of \d+|The above error/

test('an old tab after a deployment offers a reload, and the board stays in sight', async () => {
  const { page, close } = await openPage(running.browser, {}, BROKEN)
  await signIn(page, running.board.url, running.board.keys.member)
  await cardOf(page, 102).waitFor()
  await page.route('**/assets/LabelsDialog*', (route) => route.fulfill({ status: 404, body: 'gone' }))
  await page.getByRole('button', { name: 'Labels' }).click()
  await page.getByRole('heading', { name: /This page is older/ }).waitFor()
  expect(await cardOf(page, 102).count()).toBe(1)
  await page.getByRole('button', { name: 'Close' }).click()
  await cardOf(page, 102).click()
  await page.getByRole('dialog', { name: /^#102/ }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Labels' }).click()
  await page.unroute('**/assets/LabelsDialog*')
  await page.getByRole('button', { name: 'Reload' }).click()
  await cardOf(page, 102).waitFor()
  await page.getByRole('button', { name: 'Labels' }).click()
  await page.getByRole('dialog', { name: 'Labels' }).waitFor()
  await close()
})

test('a service that was down when the page opened is asked again by itself', async () => {
  const { page, close } = await openPage(running.browser, {}, BROKEN)
  await signIn(page, running.board.url, running.board.keys.member)
  await cardOf(page, 102).waitFor()
  await page.clock.install()
  await page.route('**/v1/**', (route) => route.abort())
  await page.reload()
  // Three tries with growing waits come first; each run of the clock ends one wait.
  const failed = page.getByRole('heading', { name: 'Your boards cannot be read' })
  for (let wait = 0; wait < 10 && !(await failed.isVisible()); wait += 1) await page.clock.runFor(5_000)
  await failed.waitFor()
  await page.unroute('**/v1/**')
  await page.clock.runFor(20_000)
  await columnOf(page, 'Queued').waitFor()
  await close()
})

test('the board is polled while it is looked at, and at once when it is looked at again [gap G21]', async () => {
  const { page, expectClean, close } = await openPage(running.browser)
  let reads = 0
  page.on('requestfinished', (request) => {
    if (new URL(request.url()).pathname === '/v1/board') reads += 1
  })
  await signIn(page, running.board.url, running.board.keys.member)
  await cardOf(page, 102).waitFor()
  const look = (state: 'hidden' | 'visible') =>
    page.evaluate((now) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => now })
      window.dispatchEvent(new Event('visibilitychange'))
    }, state)
  await page.clock.install()
  await look('hidden')
  await look('visible')
  await expect.poll(() => reads).toBe(2)
  // The wait begins when the page has taken in the answer before it.
  for (let step = 0; step < 10 && reads < 3; step += 1) {
    await page.clock.runFor(4_000)
    await page.waitForResponse('**/v1/board', { timeout: 300 }).catch(() => undefined)
  }
  await expect.poll(() => reads).toBe(3)
  await look('hidden')
  await page.clock.runFor(120_000)
  expect(reads, 'while nobody looks').toBe(3)
  await look('visible')
  await expect.poll(() => reads, { timeout: 2_000 }).toBe(4)
  expectClean()
  await close()
})

test('a sign-in link opened in a tab that holds a key asks, and adds its key', async () => {
  const { page, expectClean, close } = await openPage(running.browser)
  await signIn(page, running.board.url, running.board.keys.member)
  await cardOf(page, 102).waitFor()
  await page.evaluate((key) => {
    window.location.hash = `key=${key}`
  }, running.board.keys.everywhere)
  await page.getByText('This link brought an API key.').waitFor()
  expect(page.url()).not.toContain('kbs_')
  await page.getByRole('button', { name: 'Connect' }).click()
  await columnOf(page, 'Queued').waitFor()
  await page.getByRole('button', { name: /^Workspace/ }).click()
  await page.getByRole('menuitemradio', { name: 'Board 14, member' }).click()
  await columnOf(page, 'Intake').waitFor()
  expect(new URL(page.url()).search).toBe('?w=14')
  expectClean()
  await close()
})

test('what is typed into a dialog that was just opened lands in its field', async () => {
  const { page, expectClean, close } = await openPage(running.browser)
  await signIn(page, running.board.url, running.board.keys.member)
  await cardOf(page, 102).waitFor()
  await page.keyboard.press('w')
  await page.getByRole('button', { name: 'Name this board…' }).click()
  await page.getByLabel('Board 12').waitFor()
  await page.keyboard.type('Payments')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Workspace Payments member' }).waitFor()
  await page.keyboard.press('w')
  await page.getByRole('button', { name: 'Details of Demo member' }).click()
  await page.getByRole('button', { name: 'Replace the secret' }).click()
  await page.keyboard.type('not a secret')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText('This is more than one word.').waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Replace the secret')
  expectClean()
  await close()
})

test('a part that is first wanted offline waits for the line; the board stays, and moves say why not', async () => {
  const { page, close } = await openPage(running.browser, {}, BROKEN)
  await page.route('**/assets/ShortcutsDialog*', (route) => route.abort())
  await signIn(page, running.board.url, running.board.keys.member)
  await cardOf(page, 102).waitFor()
  await page.waitForTimeout(2_500)
  await page.context().setOffline(true)
  await page.keyboard.press('?')
  await page.getByRole('heading', { name: 'You are offline', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Close' }).click()
  await cardOf(page, 102).click()
  await page.getByRole('dialog', { name: /^#102/ }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Actions for #102/ }).click()
  await page.getByRole('menuitem', { name: 'Move to…' }).click()
  const item = page.getByRole('menuitem', { name: 'Review' })
  expect(await item.getAttribute('aria-disabled')).toBe('true')
  await page.keyboard.press('Escape')
  await page.unroute('**/assets/ShortcutsDialog*')
  await page.context().setOffline(false)
  await page.reload()
  await cardOf(page, 102).waitFor()
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard' }).waitFor()
  await close()
})
