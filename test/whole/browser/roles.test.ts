import { describe, expect, test } from 'vitest'
import { readBoard } from '#contract/readers/read-board.ts'
import { cannotMove, moveTo } from '#messages/interaction-messages.ts'
import { moved, notMoved, notSent } from '#messages/move-messages.ts'
import { needsRole, READ_ONLY } from '#messages/permission-messages.ts'
import { nextStep } from '#messages/refusal-messages.ts'
import {
  announced,
  cardOf,
  columnOf,
  dragOver,
  focusedCard,
  openPage,
  signIn,
} from '#test/support/browser.ts'
import { endToEnd } from '#test/support/browser-suite.ts'

const running = endToEnd()

async function columnOnServer(number: number): Promise<string | undefined> {
  const response = await fetch(`${running.board.url}v1/board`, {
    headers: { Authorization: `Bearer ${running.board.keys.viewer}` },
  })
  const columns = readBoard(await response.json())?.columns ?? []
  return columns.find((column) => column.cards.some((card) => card.number === number))?.name
}

describe('a viewer', () => {
  test('sees "Read only", and can’t drag a card, with the required role as the reason', async () => {
    const { page } = await openPage(running.browser)
    await signIn(page, running.board.url, running.board.keys.viewer)
    await page.getByText(READ_ONLY).waitFor()
    const card = cardOf(page, 101)
    expect(await card.getAttribute('aria-disabled')).toBe('true')
    const reason = (await card.getAttribute('aria-describedby'))?.split(' ')[0]
    expect(await page.locator(`#${reason}`).textContent()).toBe(needsRole('member', 'viewer'))
    await dragOver(page, card, columnOf(page, 'Review'))
    expect(await page.locator('[data-board][data-dragging]').count()).toBe(0)
    await announced(page, cannotMove('#101 Rotate signing keys', needsRole('member', 'viewer')))
    await page.mouse.up()
    // The end of a pull is no click, also on the card itself.
    const box = await card.boundingBox()
    await page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + 20)
    await page.mouse.down()
    await page.mouse.move((box?.x ?? 0) + 60, (box?.y ?? 0) + 25, { steps: 5 })
    await page.mouse.up()
    expect(page.url()).not.toContain('card=')
    await card.click()
    await page.waitForURL(/card=101/)
    expect(await columnOnServer(101)).toBe('Queued')
    expect(await columnOf(page, 'Building').getByText('Needs member').count()).toBe(1)
  })
})

describe('a viewer with another key', () => {
  test('sees in the menu of a card that it can’t be moved, and which key could', async () => {
    const { page } = await openPage(running.browser)
    await signIn(page, running.board.url, running.board.keys.viewer)
    await cardOf(page, 101).waitFor()
    const openMenu = async () => {
      await cardOf(page, 101).hover()
      // Only the card is disabled, not its menu.
      await page.getByRole('button', { name: /^Actions for #101/ }).click({ force: true })
    }
    await openMenu()
    const item = page.getByRole('menuitem', { name: 'Move to…' })
    expect(await item.getAttribute('aria-disabled')).toBe('true')
    const reason = await item.getAttribute('aria-describedby')
    expect(await page.locator(`[id="${reason}"]`).innerText()).toBe(needsRole('member', 'viewer'))
    expect(await page.getByRole('menuitem', { name: /^Switch to/ }).count()).toBe(0)
    await page.keyboard.press('Escape')
    await page.goto(`${running.board.url}?w=12#key=${running.board.keys.member}`)
    await page.getByRole('button', { name: 'Connect' }).click()
    await page.getByRole('button', { name: /^Workspace.*member/ }).click()
    await page.getByRole('menuitemradio', { name: /viewer/ }).click()
    await page.getByText(READ_ONLY).waitFor()
    await openMenu()
    await page.getByRole('menuitem', { name: 'Switch to Demo member' }).click()
    await page.getByText(READ_ONLY).waitFor({ state: 'detached' })
  })
})

describe('a member', () => {
  test('sees "Needs maintainer" before a drop on the last column, and the card does not move', async () => {
    const { page } = await openPage(running.browser, {
      viewport: { width: 2200, height: 900 },
    })
    await signIn(page, running.board.url, running.board.keys.member)
    const released = columnOf(page, 'Released')
    await released.getByText('Needs maintainer').waitFor()
    await dragOver(page, cardOf(page, 101), released)
    await released.getByRole('note').getByText(needsRole('maintainer', 'member')).waitFor()
    await page.mouse.up()
    await announced(
      page,
      notSent('#101 Rotate signing keys', 'Released', needsRole('maintainer', 'member')),
    )
    expect(await columnOf(page, 'Queued').locator('[data-card-number="101"]').count()).toBe(1)
    expect(await columnOnServer(101)).toBe('Queued')
  })

  test('moves a card with the mouse, and the service stores the move', async () => {
    const { page } = await openPage(running.browser)
    await signIn(page, running.board.url, running.board.keys.member)
    await cardOf(page, 102).waitFor()
    await dragOver(page, cardOf(page, 102), columnOf(page, 'Building'))
    await columnOf(page, 'Building').getByText(moveTo('Building')).waitFor()
    await page.mouse.up()
    await announced(page, moved('#102 Page through audit entries', 'Queued', 'Building'))
    expect(await columnOnServer(102)).toBe('Building')
    await columnOf(page, 'Building').locator('[data-card-number="102"]').waitFor()
    await expect.poll(() => focusedCard(page)).toBe('102')
  })
})

describe('a maintainer', () => {
  test('sees the reason on the card and in the status line when a promotion is refused because checks are red', async () => {
    const { page } = await openPage(running.browser)
    await signIn(page, running.board.url, running.board.keys.maintainer)
    await cardOf(page, 106).waitFor()
    await dragOver(page, cardOf(page, 106), columnOf(page, 'Verified'))
    await page.mouse.up()
    await announced(
      page,
      notMoved('#106 Retry webhooks with backoff', 'checks are red: unit-tests failed.'),
    )
    const card = columnOf(page, 'Review').locator('[data-card-number="106"]')
    await card.getByText('Blocked').waitFor()
    await card.getByText('checks are red: unit-tests failed').waitFor()
    expect(await card.getAttribute('data-blocked')).toBe('')
    expect(await columnOnServer(106)).toBe('Review')
  })

  test('sees the next step in the panel of a blocked card', async () => {
    const { page } = await openPage(running.browser)
    await signIn(page, running.board.url, running.board.keys.maintainer)
    await cardOf(page, 120).click()
    const panel = page.getByRole('complementary', { name: '#120 Split the settings page by area' })
    await panel.getByText('branch has conflicts with main in 4 files').waitFor()
    await panel.getByText(String(nextStep('conflicts'))).waitFor()
    expect(new URL(page.url()).search).toBe('?w=12&card=120')
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
    expect(await focusedCard(page)).toBe('120')
  })
})
