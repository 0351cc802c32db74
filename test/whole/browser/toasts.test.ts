import { expect, test } from 'vitest'
import { moved } from '#messages/move-messages.ts'
import {
  announced,
  boxOf,
  cardOf,
  focusCardOf,
  live,
  openPage,
  PHONE,
  rendered,
  signIn,
} from '#test/support/browser.ts'
import { endToEnd } from '#test/support/browser-suite.ts'

const running = endToEnd()

test('the cross of a toast with two actions stays at its corner on a phone', async () => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
  const { page } = await openPage(running.browser, phone)
  await signIn(page, running.board.url, running.board.keys.member)
  await page.getByRole('button', { name: /^Actions for #109/ }).tap()
  await page.getByRole('menuitem', { name: 'Move to…' }).tap()
  await page.getByRole('menuitem', { name: 'Review' }).tap()
  const toast = page.locator('[data-toast]')
  const undo = toast.getByRole('button', { name: 'Undo' })
  await undo.waitFor()
  // It slides in.
  await rendered(page)
  const [frame, cross, text, action] = [
    await boxOf(toast),
    await boxOf(toast.getByRole('button', { name: 'Dismiss' })),
    await boxOf(toast.locator('bdi')),
    await boxOf(undo),
  ]
  expect(frame.x + frame.width - (cross.x + cross.width)).toBeLessThan(12)
  expect(cross.y - frame.y).toBeLessThan(12)
  expect(action.y).toBeGreaterThanOrEqual(text.y + text.height)
})

test('a toast keeps its place while the panel of a card is open', async () => {
  const { page } = await openPage(running.browser)
  await signIn(page, running.board.url, running.board.keys.member)
  await page.locator('article').first().focus()
  await page.keyboard.press(']')
  const toast = page.locator('[data-toast]')
  await toast.getByRole('button', { name: 'Undo' }).waitFor()
  const { x } = await boxOf(toast)
  await page.keyboard.press('Enter')
  await page.locator('[data-sheet]').waitFor()
  expect((await boxOf(toast)).x).toBe(x)
})

test('a toast waits while the mouse is on it, and the next one has its own time', async () => {
  const { page } = await openPage(running.browser)
  await page.clock.install()
  await signIn(page, running.board.url, running.board.keys.member)
  await focusCardOf(page, 102)
  await page.keyboard.press(']')
  const toast = page.locator('[data-toast]')
  await toast.waitFor()
  await toast.hover()
  await page.clock.runFor(20_000)
  expect(await toast.count()).toBe(1)
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await page.mouse.move(20, 20)
  await cardOf(page, 102).focus()
  await page.keyboard.press('[')
  await toast.waitFor()
  await page.clock.runFor(11_000)
  await toast.waitFor({ state: 'detached' })
})

test('a toast that an extension removes takes nothing else with it, and the next one is shown', async () => {
  const { page } = await openPage(running.browser, {}, /.*/)
  await page.clock.install()
  await signIn(page, running.board.url, running.board.keys.member)
  for (const number of [103, 109]) {
    await focusCardOf(page, number)
    await page.keyboard.press(']')
    await page
      .locator('[data-toast]')
      .filter({ hasText: `#${number}` })
      .waitFor()
  }
  // Its time ends on a page where it isn't anymore, while the newer one is there.
  await page.evaluate(() => [...document.querySelectorAll('[data-toast]')].at(-1)?.remove())
  await page.clock.runFor(11_000)
  expect(await cardOf(page, 103).isVisible()).toBe(true)
  await focusCardOf(page, 103)
  await page.keyboard.press('[')
  await announced(page, moved('#103 Explain quota errors in the CLI', 'Building', 'Queued'))
  await page.locator('[data-toast]').filter({ hasText: 'from Building to Queued' }).waitFor()
})

test('a toast about being offline leaves when the connection is back', async () => {
  const { page } = await openPage(running.browser, {}, /./)
  await signIn(page, running.board.url, running.board.keys.member)
  // All that loads later is there.
  await live(page)
  await page.context().setOffline(true)
  await page.locator('article').first().focus()
  await page.keyboard.press(']')
  const toast = page.locator('[data-toast]')
  await toast.getByText(/offline/).waitFor()
  await page.context().setOffline(false)
  await toast.waitFor({ state: 'detached', timeout: 0 })
})

test('a toast leaves the sheet of a card free on a tablet', async () => {
  const { page } = await openPage(running.browser, {
    viewport: { width: 900, height: 1100 },
  })
  await signIn(page, running.board.url, running.board.keys.maintainer)
  await page.context().grantPermissions(['clipboard-write'])
  await page.locator('article').first().click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: 'Copy link' }).click()
  const toast = page.getByRole('region', { name: 'Notifications' })
  await toast.getByText('Link copied.').waitFor()
  const [notice, panel] = [await boxOf(toast), await boxOf(sheet)]
  expect(notice.x + notice.width).toBeLessThanOrEqual(panel.x)
})

test('a toast covers less than half of the screen when the service returns a long message', async () => {
  const { page } = await openPage(running.browser, PHONE)
  await page.route('**/v1/cards/*', (route) =>
    route.fulfill({
      status: 409,
      json: { detail: 'The checks said very much indeed. '.repeat(100) },
    }),
  )
  await signIn(page, running.board.url, running.board.keys.member)
  await page.locator('article').first().focus()
  await page.keyboard.press(']')
  await page.locator('[data-toast]').waitFor()
  const toastBox = await boxOf(page.locator('[data-toast]'))
  expect(toastBox.height).toBeLessThan(844 * 0.4)
  await page.getByRole('button', { name: 'Dismiss' }).tap()
  await page.locator('[data-toast]').waitFor({ state: 'detached' })
})
