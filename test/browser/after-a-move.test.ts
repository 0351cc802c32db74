import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { moved, movedBack } from '#model/messages/move-messages.ts'
import {
  cardOf,
  columnOf,
  dragOver,
  focusCardOf,
  focusedCard,
  openPage,
  signIn,
  status,
} from '#test/support/browser.ts'
import { endToEnd } from '#test/support/browser-suite.ts'

const running = endToEnd()
const SMALL_WINDOW = { viewport: { width: 1440, height: 420 } }

const scrollTopOf = (column: Locator) =>
  column.locator('[data-scroller]').evaluate((list) => list.scrollTop)

test('a drop does not scroll the column, and the toast shows the card', async () => {
  const { page, expectClean, close } = await openPage(running.browser, SMALL_WINDOW)
  await signIn(page, running.board.url, running.board.keys.member)
  const queued = columnOf(page, 'Queued')
  await dragOver(page, cardOf(page, 104), queued)
  await page.mouse.up()
  await status(page, moved('#104 Drop the legacy session table', 'Building', 'Queued')).waitFor()
  expect(await scrollTopOf(queued)).toBe(0)
  expect(await focusedCard(page)).toBe('104')
  const toasts = page.getByRole('region', { name: 'Notifications' })
  await toasts.getByRole('button', { name: 'Show' }).click()
  await expect.poll(() => scrollTopOf(queued)).toBeGreaterThan(100)
  await expect.poll(() => cardOf(page, 104).evaluate(isInSight)).toBe(true)
  expect(await focusedCard(page)).toBe('104')
  await page.keyboard.press('Control+z')
  await status(page, movedBack('#104 Drop the legacy session table', 'Building', true)).waitFor()
  expectClean()
  await close()
})

test('a card that a key moves is scrolled to', async () => {
  const { page, expectClean, close } = await openPage(running.browser, SMALL_WINDOW)
  await signIn(page, running.board.url, running.board.keys.member)
  await focusCardOf(page, 105)
  await page.keyboard.press('[')
  await page.getByRole('region', { name: 'Notifications' }).waitFor()
  await expect.poll(() => cardOf(page, 105).evaluate(isInSight)).toBe(true)
  expect(await focusedCard(page)).toBe('105')
  expectClean()
  await close()
})

test('a rejected move leaves the column where it was', async () => {
  const { page, expectClean, close } = await openPage(running.browser, SMALL_WINDOW)
  await signIn(page, running.board.url, running.board.keys.member)
  const review = columnOf(page, 'Review')
  await focusCardOf(page, 107)
  await review.locator('[data-scroller]').evaluate((list) => {
    list.scrollTop = 60
  })
  await page.keyboard.press(']')
  await status(page, /^#107 .* not moved/).waitFor()
  await expect.poll(() => scrollTopOf(review)).toBe(60)
  await expect.poll(() => cardOf(page, 107).evaluate(isInSight)).toBe(true)
  expect(await focusedCard(page)).toBe('107')
  expectClean()
  await close()
})

test('a refusal hides neither a later success nor its Undo', async () => {
  const { page, expectClean, close } = await openPage(running.browser)
  await signIn(page, running.board.url, running.board.keys.member)
  await focusCardOf(page, 107)
  await page.keyboard.press(']')
  await status(page, /^#107 .* not moved/).waitFor()
  await cardOf(page, 101).focus()
  await page.keyboard.press(']')
  await status(page, moved('#101 Rotate signing keys', 'Queued', 'Building')).waitFor()
  const toasts = page.getByRole('region', { name: 'Notifications' }).locator('[data-toast]')
  const texts = await toasts.allInnerTexts()
  expect(texts).toHaveLength(2)
  expect(texts[0]).toMatch(/^#101 Rotate signing keys moved/)
  expect(texts[1]).toMatch(/^#107 .* not moved/)
  await toasts.first().getByRole('button', { name: 'Undo' }).click()
  await status(page, movedBack('#101 Rotate signing keys', 'Queued', true)).waitFor()
  expectClean()
  await close()
})

test('a dialog does not repeat what was announced before', async () => {
  const { page, expectClean, close } = await openPage(running.browser)
  await signIn(page, running.board.url, running.board.keys.member)
  await focusCardOf(page, 107)
  await page.keyboard.press(']')
  await status(page, /^#107 .* not moved/).waitFor()
  // Screen readers may need the text for a moment, also when the page changes.
  await page.waitForTimeout(500)
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  expect((await page.getByRole('status').allInnerTexts()).join('')).toBe('')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect((await page.getByRole('status').allInnerTexts()).join('')).toBe('')
  expectClean()
  await close()
})

test('a toast waits while the mouse is on it, and the next one has its own time', async () => {
  const { page, expectClean, close } = await openPage(running.browser)
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
  expectClean()
  await close()
})

function isInSight(card: Element): boolean {
  const list = card.closest('[data-scroller]')?.getBoundingClientRect()
  const { top, bottom } = card.getBoundingClientRect()
  return list !== undefined && top >= list.top - 1 && bottom <= list.bottom + 1
}
