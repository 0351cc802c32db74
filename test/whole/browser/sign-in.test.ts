import { expect, test } from 'vitest'
import {
  CONNECT_TITLE,
  KEY_IN_OTHER_TAB,
  KEY_NOT_KEPT,
  SIGN_IN_LINK_HINT,
} from '#messages/key-messages.ts'
import { cardOf, columnOf, openPage, signIn } from '#test/support/browser.ts'
import { endToEnd } from '#test/support/browser-suite.ts'

const running = endToEnd()

test('a sign-in link is confirmed with Enter, and says that a key can’t be kept without storage', async () => {
  const { page } = await openPage(running.browser)
  await page.addInitScript(() => {
    const { setItem } = Storage.prototype
    Storage.prototype.setItem = function (key, value) {
      if (this === sessionStorage) throw new DOMException('denied', 'SecurityError')
      setItem.call(this, key, value)
    }
  })
  await page.goto(`${running.board.url}#key=${running.board.keys.member}`)
  await page.getByText(KEY_NOT_KEPT).waitFor()
  await page.getByRole('checkbox', { name: 'Remember on this device' }).click()
  await page.getByText(KEY_NOT_KEPT).waitFor({ state: 'detached' })
  await page.goto('about:blank')
  await page.goto(`${running.board.url}#key=${running.board.keys.member}`)
  const connect = page.getByRole('button', { name: 'Connect' })
  await expect
    .poll(() => connect.evaluate((button) => button === document.activeElement))
    .toBe(true)
  await page.keyboard.press('Enter')
  await cardOf(page, 101).waitFor()
})

test('a second tab says why it asks for a key, and each screen has its own title', async () => {
  const { page } = await openPage(running.browser)
  await signIn(page, running.board.url, running.board.keys.member)
  await cardOf(page, 101).waitFor()
  const second = await page.context().newPage()
  await second.goto(page.url())
  await second.getByText(KEY_IN_OTHER_TAB).waitFor()
  await expect.poll(() => second.title()).toBe(`${CONNECT_TITLE} · Trunkline`)
  await page.getByRole('button', { name: /^Workspace/ }).click()
  await page.getByRole('button', { name: 'Add key' }).click()
  await expect.poll(() => page.title()).toBe(`${CONNECT_TITLE} · Trunkline`)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(() => page.title()).toBe('Storefront · Trunkline')
})

test('a sign-in link opened in a tab with a stored key requires confirmation and adds its key', async () => {
  const { page } = await openPage(running.browser)
  await signIn(page, running.board.url, running.board.keys.member)
  await cardOf(page, 102).waitFor()
  await page.evaluate((key) => {
    window.location.hash = `key=${key}`
  }, running.board.keys.everywhere)
  await page.getByText(SIGN_IN_LINK_HINT).waitFor()
  expect(page.url()).not.toContain('kbs_')
  await page.getByRole('button', { name: 'Connect' }).click()
  await columnOf(page, 'Queued').waitFor()
  await page.getByRole('button', { name: /^Workspace/ }).click()
  await page.getByRole('menuitemradio', { name: 'Large board, member' }).click()
  await columnOf(page, 'Intake').waitFor()
  expect(new URL(page.url()).search).toBe('?w=14')
})
