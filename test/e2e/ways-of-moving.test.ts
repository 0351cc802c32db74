import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { cardOf, columnOf, fingers, middle, openPage, signIn, status } from '#test/support/browser.ts'
import { endToEnd } from '#test/support/e2e.ts'

const running = endToEnd()

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

function focusedCard(page: Page): Promise<string | null | undefined> {
  return page.evaluate(() => document.activeElement?.getAttribute('data-card-number'))
}

test('by keyboard alone: from the first Tab to a card in another column', async () => {
  const { page, expectClean, close } = await openPage(running.browser)
  await signIn(page, running.board.url, running.board.keys.member)
  await cardOf(page, 101).waitFor()
  await page.keyboard.press('/')
  // Filter, blocked, Labels, Refresh, More, board: whatever stands between, Tab reaches the board's one stop.
  for (let press = 0; press < 10 && (await focusedCard(page)) === null; press += 1) await page.keyboard.press('Tab')
  expect(await focusedCard(page)).toBe('101')
  await page.keyboard.press('ArrowDown')
  expect(await focusedCard(page)).toBe('102')
  await page.keyboard.press(']')
  await status(page, '#102 Page through audit entries moved from Queued to Building.').waitFor()
  expect(await focusedCard(page)).toBe('102')
  expect(await columnOf(page, 'Building').locator('[data-card-number="102"]').count()).toBe(1)
  await page.keyboard.press('[')
  await status(page, '#102 Page through audit entries moved from Building to Queued.').waitFor()
  expect(await focusedCard(page)).toBe('102')
  await page.keyboard.press('m')
  await page.getByRole('menu', { name: 'Move #102 Page through audit entries to' }).waitFor()
  await page.keyboard.press('r')
  await page.keyboard.press('Enter')
  await status(page, '#102 Page through audit entries moved from Queued to Review.').waitFor()
  expect(await focusedCard(page)).toBe('102')
  expectClean()
  await close()
})

test('by single clicks alone: the menu lists every other column, closed ones with their reason', async () => {
  const { page, expectClean, close } = await openPage(running.browser)
  await signIn(page, running.board.url, running.board.keys.member)
  await page.getByRole('button', { name: 'Actions for #103 Explain quota errors in the CLI' }).click()
  await page.getByRole('menuitem', { name: 'Move to…' }).click()
  const menu = page.getByRole('menu', { name: 'Move #103 Explain quota errors in the CLI to' })
  await menu.waitFor()
  const names = await menu.getByRole('menuitem').evaluateAll((items) => items.map((item) => item.textContent))
  expect(names).toEqual(['Building', 'Review', 'Verified', 'Staging', 'Released'])
  const closed = menu.getByRole('menuitem', { name: 'Released' })
  expect(await closed.getAttribute('aria-disabled')).toBe('true')
  const reason = page.locator(`[id="${await closed.getAttribute('aria-describedby')}"]`)
  expect(await reason.textContent()).toBe('Needs maintainer. Your key is member on this board.')
  await closed.click({ force: true })
  expect(await menu.count()).toBe(1)
  await menu.getByRole('menuitem', { name: 'Verified' }).click()
  await status(page, '#103 Explain quota errors in the CLI moved from Queued to Verified.').waitFor()
  expect(await focusedCard(page)).toBe('103')
  expectClean()
  await close()
})

test('by touch: a press picks the card up, a quick swipe scrolls', async () => {
  const { page, expectClean, close } = await openPage(running.browser, {
    ...PHONE,
    viewport: { width: 800, height: 900 },
  })
  await signIn(page, running.board.url, running.board.keys.maintainer)
  const touch = await fingers(page)
  const card = cardOf(page, 109)
  await card.waitFor()
  const list = columnOf(page, 'Queued').locator('.column-scroll')
  const at = await middle(card)
  await touch('touchStart', at)
  for (let step = 1; step <= 8; step += 1) await touch('touchMove', { x: at.x, y: at.y - step * 20 })
  expect(await page.locator('.board[data-dragging]').count()).toBe(0)
  await touch('touchEnd')
  await page.waitForFunction((element) => (element?.scrollTop ?? 0) > 20, await list.elementHandle())

  // A swipe goes on after the finger has left: once the list stands still, back to its top.
  let before = -1
  await expect
    .poll(async () => {
      const now = await list.evaluate((element) => element.scrollTop)
      const isStill = now === before
      before = now
      return isStill
    })
    .toBe(true)
  await list.evaluate((element) => element.scrollTo({ top: 0 }))
  await card.waitFor()
  const from = await middle(card)
  const to = await middle(columnOf(page, 'Building'))
  await touch('touchStart', from)
  await page.locator('.board[data-dragging]').waitFor()
  for (let step = 1; step <= 6; step += 1) {
    await touch('touchMove', { x: from.x + ((to.x - from.x) * step) / 6, y: from.y + ((to.y - from.y) * step) / 6 })
  }
  await columnOf(page, 'Building').getByText('Move to Building').waitFor()
  await touch('touchEnd')
  await status(page, '#109 Fix time zone of the weekly report moved from Queued to Building.').waitFor()
  expectClean()
  await close()
})

test('on a phone: one column at a time, a strip to jump, and Move to… as a sheet', async () => {
  const { page, expectClean, close } = await openPage(running.browser, PHONE)
  await signIn(page, running.board.url, running.board.keys.maintainer)
  await page
    .getByRole('navigation', { name: 'Columns' })
    .getByRole('button', { name: /Staging/ })
    .tap()
  const staging = columnOf(page, 'Staging')
  await page.waitForFunction(
    (element) => Math.abs(element?.getBoundingClientRect().left ?? 99) < 2,
    await staging.elementHandle(),
  )
  await page.getByRole('button', { name: 'Actions for #116 Describe the release process' }).tap()
  await page.getByRole('menuitem', { name: 'Move to…' }).tap()
  const sheet = await page.locator('.menu').boundingBox()
  expect(sheet && Math.round(sheet.y + sheet.height)).toBe(844)
  expect(sheet?.width).toBe(390)
  await page.getByRole('menuitem', { name: 'Released' }).tap()
  await status(page, '#116 Describe the release process moved from Staging to Released.').waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  expectClean()
  await close()
})

test('Escape puts the card back', async () => {
  const { page, expectClean, close } = await openPage(running.browser)
  await signIn(page, running.board.url, running.board.keys.member)
  const card = cardOf(page, 111)
  const from = await middle(card)
  const to = await middle(columnOf(page, 'Review'))
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(to.x, to.y, { steps: 6 })
  await columnOf(page, 'Review').getByText('Move to Review').waitFor()
  await page.keyboard.press('Escape')
  await status(page, 'Put back.').waitFor()
  await page.mouse.up()
  expect(await columnOf(page, 'Queued').locator('[data-card-number="111"]').count()).toBe(1)
  expect(await page.locator('.board[data-dragging]').count()).toBe(0)
  expectClean()
  await close()
})

test('the board is one tab stop, and so are its columns and cards none', async () => {
  const { page, expectClean, close } = await openPage(running.browser)
  await signIn(page, running.board.url, running.board.keys.member)
  const card = cardOf(page, 121)
  await card.focus()
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.closest('.board') === null)).toBe(true)
  await page.keyboard.press('Shift+Tab')
  expect(await focusedCard(page)).toBe('121')
  await page.keyboard.press('Shift+Tab')
  expect(await page.evaluate(() => document.activeElement?.closest('.board') === null)).toBe(true)
  expectClean()
  await close()
})
