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

test('the board is printed in light colors when the dark theme is chosen', async () => {
  const { page } = await openPage(running.browser)
  await signIn(page, running.board.url, running.board.keys.member)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitemradio', { name: 'Dark theme' }).click()
  const colorScheme = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)
  await expect.poll(colorScheme).toBe('dark')
  await page.emulateMedia({ media: 'print' })
  await expect.poll(colorScheme).toBe('light')
})

test('the filter menu has groups with counts, also for people, and a filter finds initials', async () => {
  const { page } = await openPage(running.browser)
  await signIn(page, running.board.url, running.board.keys.member)
  await cardOf(page, 101).waitFor()
  await page.getByRole('button', { name: /^Filter( \d|$)/ }).click()
  const menu = page.getByRole('menu', { name: 'Filter' })
  await menu.waitFor()
  for (const group of ['Priority', 'Assignee', 'Label']) {
    const items = menu.getByRole('group', { name: group }).getByRole('menuitemcheckbox')
    await expect.poll(() => items.count()).toBeGreaterThan(2)
  }
  expect(await menu.getByRole('menuitemcheckbox', { name: /:/ }).count()).toBe(0)
  const person = menu.getByRole('group', { name: 'Assignee' }).getByRole('menuitemcheckbox').first()
  const name = await person.locator('bdi').innerText()
  const count = Number(await person.locator('.digits').innerText())
  await person.click()
  await page.keyboard.press('Escape')
  await expect.poll(() => page.locator('article').count()).toBe(count)
  const initials = await page
    .getByRole('button', { name: `Filter by ${name}` })
    .first()
    .innerText()
  await page.getByLabel('Filter cards').fill(initials)
  await page
    .getByRole('banner')
    .getByText(/^\d+ of 60 cards$/)
    .waitFor()
  expect(
    await page.getByRole('button', { name: `Filter by ${name}` }).count(),
  ).toBeGreaterThanOrEqual(count)
})

test('the workspace button names the board of the link while its key can’t be loaded', async () => {
  const { page } = await openPage(running.browser)
  await signIn(page, running.board.url, running.board.keys.member)
  await cardOf(page, 101).waitFor()
  await page.route('**/v1/me', (route) => route.fulfill({ status: 500, body: '{}' }))
  await page.reload()
  await page.getByRole('heading', { name: 'Couldn’t load your boards' }).waitFor()
  await page.getByRole('button', { name: 'Workspace Board 12' }).waitFor()
})

test('the list of boards keeps Add key in sight, and a filter leaves only the keys that match', async () => {
  const { page } = await openPage(running.browser, {
    viewport: { width: 1440, height: 360 },
  })
  await page.route('**/v1/me', async (route) => {
    const response = await route.fetch()
    const me = await response.json()
    const [first] = me.boards
    const boards = [12, 13, 14, 15, 16, 17, 18].map((workspaceId) => ({
      ...first,
      workspaceId: String(workspaceId),
    }))
    await route.fulfill({ response, json: { ...me, boards } })
  })
  await signIn(page, running.board.url, running.board.keys.member, '?w=12')
  await cardOf(page, 101).waitFor()
  await page.getByRole('button', { name: /^Workspace/ }).click()
  const addKey = page.getByRole('button', { name: 'Add key' })
  const box = await boxOf(addKey)
  const hit = await page.evaluate(({ x, y }) => document.elementFromPoint(x, y)?.textContent, {
    x: box.x + 20,
    y: box.y + box.height / 2,
  })
  expect(hit).toBe('Add key')
  await page.getByRole('searchbox', { name: 'Find a board or key' }).fill('Board 14')
  await expect.poll(() => page.getByRole('menuitemradio').count()).toBe(1)
  expect(await page.getByRole('button', { name: 'Details of Demo member' }).count()).toBe(0)
  await addKey.waitFor()
})

test('a printed list that is not complete says how many cards are missing', async () => {
  const { page } = await openPage(running.browser)
  await changeBoard(page, (board) => {
    const [column] = board.columns
    const [task] = column.tasks
    column.tasks = Array.from({ length: 200 }, (_, index) => ({
      ...task,
      id: 900_000 + index,
      number: 5_000 + index,
    }))
    return board
  })
  await signIn(page, running.board.url, running.board.keys.member)
  await cardOf(page, 5_000).waitFor()
  const queued = columnOf(page, 'Queued')
  const note = queued.getByText(/more not printed$/)
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  await expect.poll(() => queued.locator('article').count()).toBeGreaterThan(40)
  await expect
    .poll(async () => {
      const printed = await queued.locator('article').count()
      return (await note.textContent()) === `${200 - printed} more not printed`
    })
    .toBe(true)
  // On a screen, it is for screen readers only.
  expect((await boxOf(note)).width).toBe(1)
  await page.emulateMedia({ media: 'print' })
  expect((await boxOf(note)).width).toBeGreaterThan(40)
  await page.emulateMedia({ media: 'screen' })
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await expect.poll(() => queued.locator('article').count()).toBeLessThan(30)
})
