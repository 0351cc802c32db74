import type { Page } from 'playwright-core'

import { expect, test } from 'vitest'

import { moved } from '#messages/move-messages.ts'

import {
  announced,
  boxOf,
  cardOf,
  changeBoard,
  columnOf,
  focusCardOf,
  focusedCard,
  openPage,
  recordAnnouncements,
  rendered,
  signIn,
} from '#test/support/browser.ts'

import { endToEnd } from '#test/support/browser-suite.ts'

const running = endToEnd()

/** The focused element, as a person would name it. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { activeElement } = document
    const name = activeElement?.getAttribute('aria-label') ?? activeElement?.textContent
    return `${activeElement?.tagName} ${name}`
  })
}

test.each([
  ['a card', (page: Page) => focusCardOf(page, 102)],
  ['the header', (page: Page) => page.getByRole('button', { name: 'Refresh' }).focus()],
  ['the filter', (page: Page) => page.getByRole('searchbox', { name: 'Filter cards' }).focus()],
])('Escape in the palette gives the focus back to %s', async (_, focus) => {
  const { page } = await openPage(running.browser)
  await signIn(page, running.board.url, running.board.keys.member)
  await cardOf(page, 101).waitFor()
  await focus(page)
  const before = await focused(page)
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: 'Command palette' }).waitFor()
  await page.keyboard.type('xyz')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await focused(page)).toBe(before)
  // A command that opens nothing.
  await page.keyboard.press('Control+k')
  await page.keyboard.type('theme: system')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await focused(page)).toBe(before)
})

test('Dismiss by Enter gives the focus back to the card', async () => {
  const { page } = await openPage(running.browser)
  await signIn(page, running.board.url, running.board.keys.member)
  await focusCardOf(page, 107)
  await page.keyboard.press(']')
  await announced(page, /^#107 .* not moved/)
  await page.getByRole('button', { name: 'Dismiss' }).press('Enter')
  await expect.poll(() => focusedCard(page)).toBe('107')
})

test('when the focused card leaves the board, the card that takes its place gets the focus', async () => {
  const { page } = await openPage(running.browser)
  let isGone = false
  await changeBoard(page, (board) => {
    for (const column of isGone ? board.columns : []) {
      column.tasks = column.tasks.filter((task: { number: number }) => task.number !== 102)
    }
    return board
  })
  await signIn(page, running.board.url, running.board.keys.member)
  await focusCardOf(page, 102)
  isGone = true
  await page.keyboard.press('r')
  await cardOf(page, 102).waitFor({ state: 'detached' })
  await expect.poll(() => focusedCard(page)).toBe('103')
})

test('brackets that are typed with AltGr move a card', async () => {
  const { page } = await openPage(running.browser)
  await signIn(page, running.board.url, running.board.keys.member)
  await focusCardOf(page, 121)
  await page.evaluate(() => {
    const init = { key: ']', ctrlKey: true, altKey: true, bubbles: true, cancelable: true }
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', init))
  })
  await announced(page, moved('#121 Limit log lines to 8 KiB', 'Queued', 'Building'))
})

test('single keys can be turned off, and Control+K still works', async () => {
  const { page } = await openPage(running.browser)
  await signIn(page, running.board.url, running.board.keys.member)
  await cardOf(page, 103).waitFor()
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Single-key shortcuts' }).click()
  await page.keyboard.press('Escape')
  await focusCardOf(page, 103)
  for (const key of [']', 'm', 'l', 'w', '?', '/', 'c']) await page.keyboard.press(key)
  await rendered(page, 30)
  expect(await focusedCard(page)).toBe('103')
  expect(await page.locator('dialog, [popover=auto], [data-sheet]').count()).toBe(0)
  expect(await columnOf(page, 'Queued').locator('[data-card-number="103"]').count()).toBe(1)
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: 'Command palette' }).waitFor()
  await page.getByRole('option').getByText('Ctrl Z', { exact: true }).waitFor()
  // The keys that do nothing are not advertised.
  expect(await page.locator('[data-single-key]:visible').count()).toBe(0)
})

test('a rejected move leaves the scroll position alone when a person has scrolled since then', async () => {
  const { page } = await openPage(running.browser)
  await signIn(page, running.board.url, running.board.keys.member)
  await cardOf(page, 107).waitFor()
  let sendResponse: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    sendResponse = resolve
  })
  await page.route('**/v1/cards/**', async (route) => {
    if (route.request().method() === 'PATCH') await held
    await route.continue()
  })
  const list = columnOf(page, 'Review').locator('[data-scroller]')
  await focusCardOf(page, 107)
  await page.keyboard.press(']')
  await expect.poll(() => list.evaluate((element) => element.scrollTop)).toBeGreaterThan(100)
  await list.hover()
  // The list follows the card while its rows get their heights.
  await rendered(page, 36)
  // Far enough from the end, which comes nearer when the card leaves the column.
  await page.mouse.wheel(0, -220)
  await rendered(page, 30)
  const scrollTop = await list.evaluate((element) => element.scrollTop)
  sendResponse()
  await announced(page, /^#107 .* not moved/)
  expect(scrollTop).toBeGreaterThan(50)
  expect(await list.evaluate((element) => element.scrollTop)).toBe(scrollTop)
})

test('at 400 % zoom the page scrolls, and the focused card of a viewer is in sight', async () => {
  const { page } = await openPage(running.browser, {
    viewport: { width: 320, height: 256 },
  })
  await signIn(page, running.board.url, running.board.keys.viewer)
  await cardOf(page, 101).waitFor()
  await expect.poll(() => page.locator('article[tabindex="0"]').count()).toBe(1)
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => focusedCard(page)).toEqual(expect.any(String))
  const isInSight = async () => {
    const box = await boxOf(page.locator('article:focus'))
    return box.y >= 0 && box.y + box.height <= 256
  }
  await expect.poll(isInSight).toBe(true)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
})

test('the title of the page names the open card', async () => {
  const { page } = await openPage(running.browser)
  await signIn(page, running.board.url, running.board.keys.member)
  await cardOf(page, 102).click()
  await page.getByRole('complementary', { name: /^#102/ }).waitFor()
  await expect.poll(() => page.title()).toBe('#102 · Storefront · Trunkline')
  await page.keyboard.press('Escape')
  await expect.poll(() => page.title()).toBe('Storefront · Trunkline')
})

test('on a phone of 360 pixels the filter field has room for a word', async () => {
  const { page } = await openPage(running.browser, {
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
  })
  await signIn(page, running.board.url, running.board.keys.maintainer)
  await cardOf(page, 101).waitFor()
  const box = await page.getByRole('searchbox', { name: 'Filter cards' }).boundingBox()
  expect(box?.width).toBeGreaterThan(150)
  await page.keyboard.press('Control+k')
})

test('a clock that was set back does not keep a move from being confirmed', async () => {
  const { page } = await openPage(running.browser)
  await signIn(page, running.board.url, running.board.keys.member)
  await focusCardOf(page, 109)
  await page.evaluate(() => {
    const now = Date.now
    Date.now = () => now() - 86_400_000
  })
  const announcements = recordAnnouncements(page)
  await page.keyboard.press(']')
  const outcome = moved('#109 Fix time zone of the weekly report', 'Queued', 'Building')
  await announced(page, outcome, 5_000)
  expect(announcements().filter((sentence) => sentence.includes('#109'))).toEqual([outcome])
})

/** Whether the focus is on the page itself, and not on something that a person can see. */
function isFocusLost(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const { activeElement } = document
    return !activeElement || activeElement === document.body
  })
}

test('a button that goes away when it is pressed leaves the focus on something else', async () => {
  const { page } = await openPage(running.browser)
  await signIn(page, running.board.url, running.board.keys.member)
  await expect.poll(() => cardOf(page, 101).getAttribute('tabindex')).toBe('0')
  await page.getByRole('button', { name: 'Labels' }).click()
  const dialog = page.getByRole('dialog', { name: 'Labels' })
  await dialog.getByRole('button', { name: 'New label' }).click()
  await dialog.getByRole('radio', { name: 'pink' }).check()
  await dialog.getByRole('button', { name: 'No color' }).press('Enter')
  await dialog.getByRole('button', { name: 'No color' }).waitFor({ state: 'detached' })
  await expect.poll(() => isFocusLost(page)).toBe(false)
})

test('Retry keeps the focus when it works', async () => {
  const { page } = await openPage(running.browser)
  await page.route('**/v1/labels', (route) => route.fulfill({ status: 500, body: '{}' }))
  await signIn(page, running.board.url, running.board.keys.member)
  await cardOf(page, 101).waitFor()
  await page.getByRole('button', { name: 'Labels' }).click()
  const dialog = page.getByRole('dialog', { name: 'Labels' })
  const retry = dialog.getByRole('button', { name: 'Retry' })
  await retry.focus()
  await page.unroute('**/v1/labels')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Edit docs' }).waitFor()
  await expect
    .poll(() => dialog.evaluate((element) => element.contains(document.activeElement)))
    .toBe(true)
})

test('a row that a wheel scrolls out of sight keeps its focus', async () => {
  const { page } = await openPage(running.browser)
  await page.route('**/v1/labels', async (route) => {
    const response = await route.fetch()
    if (response.status() !== 200) return route.fulfill({ response })
    const labels = Array.from({ length: 300 }, (_, index) => ({
      id: `${7_000 + index}`,
      name: `label ${String(index).padStart(3, '0')}`,
      color: 'red',
      taskCount: 0,
    }))
    await route.fulfill({ response, json: labels })
  })
  await signIn(page, running.board.url, running.board.keys.member)
  await cardOf(page, 101).waitFor()
  await page.getByRole('button', { name: 'Labels' }).click()
  const edit = page.getByRole('button', { name: 'Edit label 002' })
  await edit.focus()
  const list = await page.getByRole('list', { name: 'Labels of this board' }).boundingBox()
  await page.mouse.move((list?.x ?? 0) + 60, (list?.y ?? 0) + 100)
  // At first, the list follows the focus.
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 1_000)
      return page.getByRole('button', { name: /^Edit label 1/ }).count()
    })
    .toBeGreaterThan(5)
  expect(await edit.evaluate((button) => button === document.activeElement)).toBe(true)
})

test('a label that others delete leaves the focus in the list of labels', async () => {
  const { page } = await openPage(running.browser)
  await signIn(page, running.board.url, running.board.keys.maintainer)
  await focusCardOf(page, 107)
  await page.keyboard.press('l')
  const box = page.getByRole('checkbox', { name: 'docs' })
  await box.focus()
  const labels = await page.evaluate(() => document.activeElement?.tagName)
  expect(labels).toBe('INPUT')
  await page.route('**/v1/labels', async (route) => {
    const { 'if-none-match': _, ...headers } = route.request().headers()
    const response = await route.fetch({ headers })
    const all: { name: string }[] = await response.json()
    await route.fulfill({ response, json: all.filter(({ name }) => name !== 'docs') })
  })
  await page
    .getByRole('button', { name: 'Refresh' })
    .evaluate((button: HTMLElement) => button.click())
  await box.waitFor({ state: 'detached' })
  const sheet = page.getByRole('complementary')
  await expect
    .poll(() => sheet.evaluate((element) => element.contains(document.activeElement)))
    .toBe(true)
  await page.unrouteAll({ behavior: 'wait' })
})
