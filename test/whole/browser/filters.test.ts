import { expect, test } from 'vitest'
import { cardOf, focusedCard, openPage, rendered, signIn } from '#test/support/browser.ts'
import { endToEnd } from '#test/support/browser-suite.ts'

const running = endToEnd()

test('a finger finds cards through the menu, which has nothing for a keyboard', async () => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
  const { page } = await openPage(running.browser, phone)
  await signIn(page, running.board.url, running.board.keys.member)
  await page.locator('article').first().waitFor()
  await page.getByRole('button', { name: 'More' }).tap()
  await page.getByRole('menuitem', { name: 'Find…' }).waitFor()
  expect(await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).count()).toBe(0)
  await page.getByRole('menuitem', { name: 'Find…' }).tap()
  await page.getByRole('dialog', { name: 'Command palette' }).waitFor()
})

test('the menu of filters has a picture of each person', async () => {
  const { page } = await openPage(running.browser)
  await signIn(page, running.board.url, running.board.keys.member)
  await page.locator('article').first().waitFor()
  await page.getByRole('button', { name: /^Filter( \d|$)/ }).click()
  const person = page.getByRole('menuitemcheckbox', { name: /Ada Okafor/ })
  await person.getByText('AO', { exact: true }).waitFor()
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

test('Enter and the arrow key in the filter lead to the first match', async () => {
  const { page } = await openPage(running.browser)
  await signIn(page, running.board.url, running.board.keys.member)
  for (const key of ['Enter', 'ArrowDown']) {
    const filter = page.getByRole('searchbox', { name: 'Filter cards' })
    await filter.fill('')
    await cardOf(page, 101).waitFor()
    await filter.fill('token')
    // The cards follow the field later.
    await page.keyboard.press(key)
    await expect.poll(() => focusedCard(page)).toBe('122')
    await cardOf(page, 101).waitFor({ state: 'detached' })
  }
})

test('a key in the filter acts once the cards are there, unless the filter changes before', async () => {
  const { page } = await openPage(running.browser)
  const filter = page.getByRole('searchbox', { name: 'Filter cards' })
  const open = async () => {
    let sendBoard: () => void = () => undefined
    const isAllowed = new Promise<void>((resolve) => {
      sendBoard = resolve
    })
    await page.route('**/v1/board*', async (route) => {
      await isAllowed
      await route.continue()
    })
    await page.goto(running.board.url)
    return sendBoard
  }
  await signIn(page, running.board.url, running.board.keys.member)
  await cardOf(page, 101).waitFor()
  const sendFirst = await open()
  await filter.fill('token')
  await page.keyboard.press('Enter')
  expect(await focusedCard(page)).toBeNull()
  sendFirst()
  await expect.poll(() => focusedCard(page)).toBe('122')
  await page.unroute('**/v1/board*')

  const sendSecond = await open()
  await filter.fill('token')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Backspace')
  sendSecond()
  await cardOf(page, 122).waitFor()
  await rendered(page)
  await expect.poll(() => filter.evaluate((field) => field === document.activeElement)).toBe(true)
})
