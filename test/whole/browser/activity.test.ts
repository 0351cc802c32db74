import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { movedBy } from '#messages/activity-entry-messages.ts'
import * as messages from '#messages/activity-messages.ts'
import {
  axeViolations,
  cardOf,
  columnOf,
  dismissHints,
  focusCardOf,
  focusedCard,
  live,
  openPage,
  PHONE,
  reopen,
  signIn,
} from '#test/support/browser.ts'
import { endToEnd } from '#test/support/browser-suite.ts'
import { patchCardElsewhere } from '#test/support/start-board.ts'

const running = endToEnd()

async function openBoard(options = {}) {
  const opened = await openPage(running.browser, options)
  const { page } = opened
  await signIn(page, running.board.url, running.board.keys.member)
  await cardOf(page, 101).waitFor()
  await live(page)
  await dismissHints(page)
  return opened
}

const listOf = (page: Page) => page.getByRole('list', { name: messages.ACTIVITY })
const dialogOf = (page: Page) => page.getByRole('dialog', { name: messages.ACTIVITY })

/** Whether the mark is before the title, and has a size. */
function hasBell(page: Page, number: number): Promise<boolean> {
  return page.locator(`[data-card-number="${number}"] [data-card-link]`).evaluate((link) => {
    const { content, width } = getComputedStyle(link, '::before')
    return content !== 'none' && Number.parseFloat(width) > 0
  })
}

test('a card is followed, and the change of another person is found and shown, by keyboard alone', async () => {
  const { page } = await openBoard()
  await focusCardOf(page, 102)
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menuitem', { name: messages.FOLLOW, exact: true }).waitFor()
  await page.keyboard.type('follow')
  await page.keyboard.press('Enter')
  await expect.poll(() => hasBell(page, 102)).toBe(true)
  expect(await hasBell(page, 101)).toBe(false)
  await expect.poll(() => focusedCard(page)).toBe('102')
  const queued = await columnOf(page, 'Building').getAttribute('data-status-id')
  expect(await patchCardElsewhere(running.board, 102, { statusId: queued })).toBe(200)
  await columnOf(page, 'Building').locator('[data-card-number="102"]').waitFor()
  await focusCardOf(page, 101)
  await page.keyboard.press('g')
  await page.keyboard.press('a')
  const who = { type: 'other', name: 'Demo maintainer' } as const
  const message = movedBy(who, '#102 Page through audit entries', 'Queued', 'Building')
  await listOf(page).getByText(message).waitFor()
  const show = dialogOf(page).getByRole('button', { name: messages.showCardLabel(message) })
  for (let tabs = 0; tabs < 6; tabs += 1) {
    if (await show.evaluate((element) => element === document.activeElement)) break
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Enter')
  await dialogOf(page).waitFor({ state: 'detached' })
  await expect.poll(() => focusedCard(page)).toBe('102')
})

test('the activity leads to a card also when a button has opened it', async () => {
  const { page } = await openBoard()
  await focusCardOf(page, 103)
  await page.keyboard.press(']')
  await columnOf(page, 'Building').locator('[data-card-number="103"]').waitFor()
  await focusCardOf(page, 101)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: messages.ACTIVITY }).click()
  await listOf(page)
    .getByRole('button', { name: /^Show: You moved #103/ })
    .click()
  await expect.poll(() => focusedCard(page)).toBe('103')
})

test.each(['view=list', 'group=assignee', 'density=compact'])(
  'a followed card has its bell with %s',
  async (query) => {
    const { page } = await openBoard()
    await cardOf(page, 101).click({ button: 'right' })
    await page.getByRole('menuitem', { name: messages.FOLLOW, exact: true }).click()
    await reopen(page, `${page.url()}&${query}`)
    await page.locator('[data-board] [data-card-number]').first().waitFor()
    await expect.poll(() => hasBell(page, 101)).toBe(true)
  },
)

test('a finger follows a card in its panel, and a person in the activity', async () => {
  const { page } = await openBoard(PHONE)
  await cardOf(page, 101).tap()
  const follow = page.getByRole('button', { name: messages.FOLLOW, exact: true })
  await follow.tap()
  await expect.poll(() => follow.getAttribute('aria-pressed')).toBe('true')
  await page.getByRole('button', { name: 'Close' }).tap()
  await expect.poll(() => hasBell(page, 101)).toBe(true)
  await page.getByRole('button', { name: 'More' }).tap()
  await page.getByRole('menuitem', { name: messages.ACTIVITY }).tap()
  await page.getByLabel(messages.FOLLOW_A_PERSON).selectOption('Jonas Lindqvist')
  await dialogOf(page).getByRole('button', { name: messages.FOLLOW, exact: true }).tap()
  const stop = messages.stopFollowing(messages.cardsOfPerson('Jonas Lindqvist'))
  await dialogOf(page).getByRole('button', { name: stop }).waitFor()
  const { width, scrollWidth } = await page.evaluate(() => ({
    width: window.innerWidth,
    scrollWidth: document.documentElement.scrollWidth,
  }))
  expect(scrollWidth).toBeLessThanOrEqual(width)
})

test.each([
  { name: 'light', changed: 104, options: { colorScheme: 'light' as const } },
  { name: 'dark', changed: 105, options: { colorScheme: 'dark' as const } },
  { name: 'phone', changed: 107, options: { ...PHONE, colorScheme: 'dark' as const } },
])('the activity has no axe violation ($name)', async ({ options, changed }) => {
  const { page } = await openBoard(options)
  expect(await patchCardElsewhere(running.board, changed, { labelIds: [] })).toBe(200)
  await cardOf(page, 101).click()
  await page.getByRole('button', { name: messages.FOLLOW, exact: true }).click()
  expect(await axeViolations(page), 'card').toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: messages.ACTIVITY }).click()
  await listOf(page).getByText(`#${changed}`).waitFor()
  expect(await axeViolations(page), 'activity').toEqual([])
})
