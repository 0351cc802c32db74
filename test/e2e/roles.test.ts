import { describe, expect, test } from 'vitest'
import { readBoard } from '#contract/board.ts'
import { cardOf, carry, columnOf, openPage, signIn, status } from '#test/support/browser.ts'
import { endToEnd } from '#test/support/e2e.ts'

const running = endToEnd()

async function columnOnServer(number: number): Promise<string | undefined> {
  const answer = await fetch(`${running.board.url}v1/board`, {
    headers: { Authorization: `Bearer ${running.board.keys.viewer}` },
  })
  const columns = readBoard(await answer.json())?.columns ?? []
  return columns.find((column) => column.cards.some((card) => card.number === number))?.name
}

describe('the viewer', () => {
  test('sees that the board is read only, cannot pick a card up, and learns why', async () => {
    const { page, expectClean, close } = await openPage(running.browser)
    await signIn(page, running.board.url, running.board.keys.viewer)
    await page.getByText('Read only').waitFor()
    const card = cardOf(page, 101)
    expect(await card.getAttribute('aria-disabled')).toBe('true')
    const reason = await card.getAttribute('aria-describedby')
    expect(await page.locator(`#${reason}`).textContent()).toBe('Needs member. Your key is viewer on this board.')
    await carry(page, card, columnOf(page, 'Review'))
    expect(await page.locator('.board[data-dragging]').count()).toBe(0)
    await status(
      page,
      '#101 Rotate signing keys cannot be moved. Needs member. Your key is viewer on this board.',
    ).waitFor()
    await page.mouse.up()
    expect(await columnOnServer(101)).toBe('Queued')
    expect(await columnOf(page, 'Building').getByText('Needs member').count()).toBe(1)
    expectClean()
    await close()
  })
})

describe('the member', () => {
  test('is told before the drop that the last column needs maintainer', async () => {
    const { page, expectClean, close } = await openPage(running.browser, { viewport: { width: 2200, height: 900 } })
    await signIn(page, running.board.url, running.board.keys.member)
    const released = columnOf(page, 'Released')
    await released.getByText('Needs maintainer').waitFor()
    await carry(page, cardOf(page, 101), released)
    await released.getByRole('note').getByText('Needs maintainer. Your key is member on this board.').waitFor()
    await page.mouse.up()
    await status(
      page,
      '#101 Rotate signing keys not moved to Released. Needs maintainer. Your key is member on this board.',
    ).waitFor()
    expect(await columnOf(page, 'Queued').locator('[data-card-number="101"]').count()).toBe(1)
    expect(await columnOnServer(101)).toBe('Queued')
    expectClean()
    await close()
  })

  test('moves a card by mouse, and the service holds it', async () => {
    const { page, expectClean, close } = await openPage(running.browser)
    await signIn(page, running.board.url, running.board.keys.member)
    await cardOf(page, 102).waitFor()
    await carry(page, cardOf(page, 102), columnOf(page, 'Building'))
    await columnOf(page, 'Building').getByText('Move to Building').waitFor()
    await page.mouse.up()
    await status(page, '#102 Page through audit entries moved from Queued to Building.').waitFor()
    expect(await columnOnServer(102)).toBe('Building')
    await columnOf(page, 'Building').locator('[data-card-number="102"]').waitFor()
    expect(await page.evaluate(() => document.activeElement?.getAttribute('data-card-number'))).toBe('102')
    expectClean()
    await close()
  })
})

describe('the maintainer', () => {
  test('moves a card whose checks are red: it stays, shows why, and the status line says so', async () => {
    const { page, expectClean, close } = await openPage(running.browser)
    await signIn(page, running.board.url, running.board.keys.maintainer)
    await cardOf(page, 106).waitFor()
    await carry(page, cardOf(page, 106), columnOf(page, 'Verified'))
    await page.mouse.up()
    await status(page, '#106 Retry webhooks with backoff not moved: checks are red: unit-tests failed.').waitFor()
    const card = columnOf(page, 'Review').locator('[data-card-number="106"]')
    await card.getByText('Blocked').waitFor()
    await card.getByText('checks are red: unit-tests failed').waitFor()
    expect(await card.getAttribute('data-blocked')).toBe('')
    expect(await columnOnServer(106)).toBe('Review')
    expectClean()
    await close()
  })

  test('reads what to do next in the panel of a blocked card', async () => {
    const { page, expectClean, close } = await openPage(running.browser)
    await signIn(page, running.board.url, running.board.keys.maintainer)
    await cardOf(page, 120).click()
    const panel = page.getByRole('dialog', { name: '#120 Split the settings page by area' })
    await panel.getByText('branch has conflicts with main in 4 files').waitFor()
    await panel.getByText('resolve the conflicts').waitFor()
    expect(new URL(page.url()).search).toBe('?w=12&card=120')
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
    expect(await page.evaluate(() => document.activeElement?.getAttribute('data-card-number'))).toBe('120')
    expectClean()
    await close()
  })
})
