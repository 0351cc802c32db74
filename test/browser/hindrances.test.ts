import { expect, test } from 'vitest'
import { KEY_NOT_KEPT } from '#messages/key-messages.ts'
import { moved } from '#messages/move-messages.ts'
import { announced, cardOf, focusCardOf, openPage, signIn } from '#test/support/browser.ts'
import { endToEnd } from '#test/support/browser-suite.ts'

const running = endToEnd()

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

test('a phone that is turned marks the tab of the column in sight', async () => {
  const { page } = await openPage(running.browser, {
    viewport: { width: 844, height: 390 },
    hasTouch: true,
    isMobile: true,
  })
  await signIn(page, running.board.url, running.board.keys.member)
  await cardOf(page, 101).waitFor()
  await page.setViewportSize({ width: 390, height: 844 })
  const tabs = page.getByRole('navigation', { name: 'Columns' })
  await expect
    .poll(() => tabs.locator('[aria-current]').allTextContents())
    .toEqual([expect.stringMatching(/^Queued/)])
  await tabs.getByRole('button', { name: /^Review/ }).tap()
  await expect
    .poll(() => tabs.locator('[aria-current]').allTextContents())
    .toEqual([expect.stringMatching(/^Review/)])
})

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
