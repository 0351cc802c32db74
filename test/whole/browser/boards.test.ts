import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { boxOf, cardOf, changeBoard, openPage, reopen, signIn } from '#test/support/browser.ts'
import { endToEnd } from '#test/support/browser-suite.ts'

/** Whether the focus is on the page itself, and not on something that a person can see. */
function isFocusLost(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const { activeElement } = document
    return !activeElement || activeElement === document.body
  })
}

const running = endToEnd()

test('a board without cards offers to switch to another one', async () => {
  const { page } = await openPage(running.browser)
  await changeBoard(page, ({ columns }) => ({
    columns: columns.map((column: object) => ({ ...column, tasks: [] })),
  }))
  await signIn(page, running.board.url, running.board.keys.member)
  await page.getByRole('button', { name: 'Switch board' }).click()
  await page.getByRole('menuitemradio', { name: /^Storefront/ }).waitFor()
})

test('the workspace button names the board of the link while its key can’t be loaded', async () => {
  const { page } = await openPage(running.browser)
  await signIn(page, running.board.url, running.board.keys.member)
  await cardOf(page, 101).waitFor()
  await page.route('**/v1/me', (route) => route.fulfill({ status: 500, body: '{}' }))
  await reopen(page)
  await page.getByRole('heading', { name: 'Couldn’t load your boards' }).waitFor()
  await page.getByRole('button', { name: 'Workspace Storefront' }).waitFor()
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
      name: `Board ${workspaceId}`,
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

test('the first board is chosen with Enter, and the focus goes to the board', async () => {
  const { page } = await openPage(running.browser)
  await signIn(page, running.board.url, running.board.keys.everywhere)
  // The connect screen has buttons too.
  await page.getByRole('heading', { name: 'Choose a board' }).waitFor()
  await page.getByRole('main').getByRole('button').first().press('Enter')
  await page.locator('article').first().waitFor()
  await expect.poll(() => isFocusLost(page)).toBe(false)
})
