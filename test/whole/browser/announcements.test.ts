import { expect, test } from 'vitest'
import { boardLoaded } from '#messages/filter-messages.ts'
import { announced, focusCardOf, openPage, rendered, signIn } from '#test/support/browser.ts'
import { endToEnd } from '#test/support/browser-suite.ts'

const running = endToEnd()

test('a dialog does not repeat what was announced before', async () => {
  const { page } = await openPage(running.browser)
  await signIn(page, running.board.url, running.board.keys.member)
  await focusCardOf(page, 107)
  await page.keyboard.press(']')
  await announced(page, /^#107 .* not moved/)
  // Screen readers may need the text for a moment, also when the page changes.
  await rendered(page, 30)
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  expect((await page.getByRole('status').allInnerTexts()).join('')).toBe('')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect((await page.getByRole('status').allInnerTexts()).join('')).toBe('')
})

test('a board that has loaded is announced with the number of its cards', async () => {
  const { page } = await openPage(running.browser)
  await signIn(page, running.board.url, running.board.keys.member)
  await announced(page, boardLoaded(60))
})
