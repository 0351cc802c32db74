import type { Page } from 'playwright-core'

import { expect, test } from 'vitest'

import {
  boxOf,
  cardOf,
  changeBoard,
  columnOf,
  openPage,
  rendered,
  signIn,
} from '#test/support/browser.ts'

import { endToEnd } from '#test/support/browser-suite.ts'

const running = endToEnd()

const tooltip = (page: Page) => page.getByRole('tooltip')

/** Longer than the delay of a tooltip. */
const TOOLTIP_FRAMES = 42

test('the header shows each filter, how many cards it leaves, and how to end it', async () => {
  const { page } = await openPage(running.browser)
  await signIn(page, running.board.url, running.board.keys.member)
  await cardOf(page, 101).waitFor()
  const header = page.getByRole('banner')
  const before = await boxOf(header)
  await page.getByRole('button', { name: /^Filter( \d|$)/ }).click()
  await page.getByRole('menuitemcheckbox', { name: 'security', exact: true }).click()
  await page.getByRole('menuitemcheckbox', { name: /high/ }).click()
  await page.keyboard.press('Escape')
  const isCounted = async () => {
    const count = await page.locator('article').count()
    return header.getByText(new RegExp(`^${count} of 60 cards$`)).count()
  }
  await expect.poll(isCounted).toBe(1)
  expect((await boxOf(header)).height).toBe(before.height)
  await page.getByRole('button', { name: 'Remove filter security' }).click()
  await expect.poll(() => page.url()).not.toContain('label=')
  expect(page.url()).toContain('priority=high')
  await page.getByRole('button', { name: 'Clear filters' }).press('Enter')
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .toBe('Filter cards')
  await expect.poll(() => page.url()).not.toContain('priority=')
  await expect.poll(() => header.getByText(/^\d+ of 60 cards$/).count()).toBe(0)
})

test('a button with only an icon has a tooltip with its key, and Escape hides it', async () => {
  const { page } = await openPage(running.browser)
  await signIn(page, running.board.url, running.board.keys.member)
  await expect.poll(() => cardOf(page, 101).getAttribute('tabindex')).toBe('0')
  // What shows it comes after the cards.
  await page.locator('[role=tooltip]').waitFor({ state: 'attached' })
  expect(await tooltip(page).isVisible()).toBe(false)
  const refresh = page.getByRole('button', { name: 'Refresh' })
  await refresh.hover()
  await expect.poll(() => tooltip(page).isVisible()).toBe(true)
  expect(await tooltip(page).innerText()).toMatch(/^Refresh\s*R$/)
  await page.keyboard.press('Escape')
  expect(await tooltip(page).isVisible()).toBe(false)
  const person = cardOf(page, 101).locator('[data-filter^=assignees]')
  const name = (await person.getAttribute('aria-label')) ?? 'nobody'
  expect(name).toMatch(/^\S.*, [A-Z]{1,2}$/)
  await person.hover()
  await expect.poll(() => tooltip(page).isVisible()).toBe(true)
  expect(await tooltip(page).innerText()).toBe(name)
  // The labels of a card that have no room.
  await page.locator('article').getByText('+1', { exact: true }).first().hover()
  await expect.poll(() => tooltip(page).innerText()).not.toBe(name)
  expect(await tooltip(page).innerText()).toMatch(/^[a-z ]+$/)
})

test('a text has a tooltip only if it is cut off, and nothing has one during a drag', async () => {
  const { page } = await openPage(running.browser)
  await changeBoard(page, (board) => {
    const text = JSON.stringify(board)
    return JSON.parse(text.replace('Rotate signing keys', 'Rotate keys '.repeat(12)))
  })
  await signIn(page, running.board.url, running.board.keys.member)
  await expect.poll(() => cardOf(page, 101).getAttribute('tabindex')).toBe('0')
  await cardOf(page, 102).getByRole('heading').hover()
  await rendered(page, TOOLTIP_FRAMES)
  expect(await tooltip(page).isVisible()).toBe(false)
  await cardOf(page, 101).getByRole('heading').hover()
  await expect.poll(() => tooltip(page).isVisible()).toBe(true)
  expect(await tooltip(page).innerText()).toContain('Rotate keys Rotate keys')
  await page.mouse.down()
  const to = await boxOf(columnOf(page, 'Building'))
  await page.mouse.move(to.x + 60, to.y + 160, { steps: 5 })
  await rendered(page, TOOLTIP_FRAMES)
  expect(await tooltip(page).isVisible()).toBe(false)
  await page.keyboard.press('Escape')
  await page.mouse.up()
})
