import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { boxOf, cardOf, focusCardOf, focusedCard, openPage, signIn } from '#test/support/browser.ts'
import { endToEnd } from '#test/support/browser-suite.ts'

/** The focused element, as a person would name it. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { activeElement } = document
    const name = activeElement?.getAttribute('aria-label') ?? activeElement?.textContent
    return `${activeElement?.tagName} ${name}`
  })
}

const running = endToEnd()

test('the command palette keeps its height when nothing matches', async () => {
  const { page } = await openPage(running.browser)
  await signIn(page, running.board.url, running.board.keys.member)
  await cardOf(page, 104).waitFor()
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  await palette.getByRole('option').first().waitFor()
  const { height } = await boxOf(palette)
  await page.keyboard.type('nothing has this name')
  await palette.getByText(/^No card, board, or command matches/).waitFor()
  expect((await boxOf(palette)).height).toBeCloseTo(height, 1)
})

test('the palette is above the whole page: Tab stays in it, and a click or the focus elsewhere closes it', async () => {
  const { page } = await openPage(running.browser)
  await signIn(page, running.board.url, running.board.keys.member)
  await focusCardOf(page, 102)
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  await page.keyboard.press('Control+k')
  await palette.waitFor()
  for (const key of ['Tab', 'Shift+Tab']) {
    await page.keyboard.press(key)
    expect(await focused(page)).toContain('INPUT')
  }
  // Over a card: the click isn't meant for it.
  const card = await boxOf(cardOf(page, 101))
  await page.mouse.click(card.x + 10, card.y + 10)
  await palette.waitFor({ state: 'detached' })
  expect(await focusedCard(page)).toBe('102')
  expect(await page.locator('[data-sheet]').count()).toBe(0)
  await page.keyboard.press('Control+k')
  await palette.waitFor()
  // As from the window of the browser itself.
  await page.getByRole('button', { name: 'Refresh' }).focus()
  await palette.waitFor({ state: 'detached' })
  expect(await focused(page)).toBe('BUTTON Refresh')
})
