import { expect, test } from 'vitest'
import { MOVE_CANCELED } from '#messages/interaction-messages.ts'
import { moved } from '#messages/move-messages.ts'
import { needsRole } from '#messages/permission-messages.ts'
import {
  announced,
  cardOf,
  centerOf,
  columnOf,
  createTouchInput,
  focusedCard,
  focusFilter,
  openPage,
  PHONE,
  signIn,
} from '#test/support/browser.ts'
import { endToEnd } from '#test/support/browser-suite.ts'

const running = endToEnd()

test('a card moves to another column with the keyboard only', async () => {
  const { page } = await openPage(running.browser)
  await signIn(page, running.board.url, running.board.keys.member)
  await cardOf(page, 101).waitFor()
  await focusFilter(page)
  // The header controls come first. Tab then reaches the only tab stop of the board.
  for (let press = 0; press < 10 && (await focusedCard(page)) === null; press += 1)
    await page.keyboard.press('Tab')
  expect(await focusedCard(page)).toBe('101')
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => focusedCard(page)).toBe('102')
  await page.keyboard.press(']')
  await announced(page, moved('#102 Page through audit entries', 'Queued', 'Building'))
  expect(await focusedCard(page)).toBe('102')
  expect(await columnOf(page, 'Building').locator('[data-card-number="102"]').count()).toBe(1)
  await page.keyboard.press('[')
  await announced(page, moved('#102 Page through audit entries', 'Building', 'Queued'))
  expect(await focusedCard(page)).toBe('102')
  await page.keyboard.press('m')
  await page.getByRole('menu', { name: 'Move #102 Page through audit entries to' }).waitFor()
  await page.keyboard.press('r')
  await page.keyboard.press('Enter')
  await announced(page, moved('#102 Page through audit entries', 'Queued', 'Review'))
  expect(await focusedCard(page)).toBe('102')
})

test('a card moves with single clicks only, from a menu that lists every other column and the reason for each disabled column', async () => {
  const { page } = await openPage(running.browser)
  await signIn(page, running.board.url, running.board.keys.member)
  await page
    .getByRole('button', { name: 'Actions for #103 Explain quota errors in the CLI' })
    .click()
  await page.getByRole('menuitem', { name: 'Move to…' }).click()
  const menu = page.getByRole('menu', { name: 'Move #103 Explain quota errors in the CLI to' })
  await menu.waitFor()
  const names = await menu
    .getByRole('menuitem')
    .evaluateAll((items) => items.map((item) => item.textContent))
  expect(names).toEqual(['Building', 'Review', 'Verified', 'Staging', 'Released'])
  const disabledItem = menu.getByRole('menuitem', { name: 'Released' })
  expect(await disabledItem.getAttribute('aria-disabled')).toBe('true')
  const reason = page.locator(`[id="${await disabledItem.getAttribute('aria-describedby')}"]`)
  expect(await reason.textContent()).toBe(needsRole('maintainer', 'member'))
  await disabledItem.click({ force: true })
  expect(await menu.count()).toBe(1)
  await menu.getByRole('menuitem', { name: 'Verified' }).click()
  await announced(page, moved('#103 Explain quota errors in the CLI', 'Queued', 'Verified'))
  expect(await focusedCard(page)).toBe('103')
})

test('a touch starts a drag when a card is pressed, and scrolls the column when the finger swipes', async () => {
  const { page } = await openPage(running.browser, {
    ...PHONE,
    viewport: { width: 800, height: 900 },
  })
  await signIn(page, running.board.url, running.board.keys.maintainer)
  const touch = await createTouchInput(page)
  const card = cardOf(page, 109)
  await card.waitFor()
  const columnScroll = columnOf(page, 'Queued').locator('[data-scroller]')
  const cardCenter = await centerOf(card)
  await touch('touchStart', cardCenter)
  for (let step = 1; step <= 8; step += 1)
    await touch('touchMove', { x: cardCenter.x, y: cardCenter.y - step * 20 })
  expect(await page.locator('[data-board][data-dragging]').count()).toBe(0)
  await touch('touchEnd')
  await page.waitForFunction(
    (element) => (element?.scrollTop ?? 0) > 20,
    await columnScroll.elementHandle(),
  )

  // A swipe keeps scrolling after the finger lifts. Wait until it stops, then scroll to the top.
  let previousScrollTop = -1
  await expect
    .poll(async () => {
      const scrollTop = await columnScroll.evaluate((element) => element.scrollTop)
      const isStill = scrollTop === previousScrollTop
      previousScrollTop = scrollTop
      return isStill
    })
    .toBe(true)
  await columnScroll.evaluate((element) => element.scrollTo({ top: 0 }))
  await card.waitFor()
  const from = await centerOf(card)
  const to = await centerOf(columnOf(page, 'Building'))
  await touch('touchStart', from)
  await page.locator('[data-board][data-dragging]').waitFor()
  for (let step = 1; step <= 6; step += 1) {
    await touch('touchMove', {
      x: from.x + ((to.x - from.x) * step) / 6,
      y: from.y + ((to.y - from.y) * step) / 6,
    })
  }
  await columnOf(page, 'Building').getByText('Move to Building').waitFor()
  await touch('touchEnd')
  await announced(page, moved('#109 Fix time zone of the weekly report', 'Queued', 'Building'))
})

test('a phone shows one column at a time, column tabs, and "Move to…" as a bottom sheet', async () => {
  const { page } = await openPage(running.browser, PHONE)
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
  const sheet = () => page.locator('[popover=auto]').boundingBox()
  const bottomOf = (box: Awaited<ReturnType<typeof sheet>>) => box && Math.round(box.y + box.height)
  await expect.poll(async () => bottomOf(await sheet())).toBe(844)
  expect((await sheet())?.width).toBe(390)
  await page.getByRole('menuitem', { name: 'Released' }).tap()
  await announced(page, moved('#116 Describe the release process', 'Staging', 'Released'))
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})

test('Escape cancels a mouse drag', async () => {
  const { page } = await openPage(running.browser)
  await signIn(page, running.board.url, running.board.keys.member)
  const card = cardOf(page, 111)
  const from = await centerOf(card)
  const to = await centerOf(columnOf(page, 'Review'))
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(to.x, to.y, { steps: 6 })
  await columnOf(page, 'Review').getByText('Move to Review').waitFor()
  await page.keyboard.press('Escape')
  await announced(page, MOVE_CANCELED)
  await page.mouse.up()
  expect(await columnOf(page, 'Queued').locator('[data-card-number="111"]').count()).toBe(1)
  expect(await page.locator('[data-board][data-dragging]').count()).toBe(0)
})

test('the board is a single tab stop for all its columns and cards', async () => {
  const { page } = await openPage(running.browser)
  await signIn(page, running.board.url, running.board.keys.member)
  const card = cardOf(page, 121)
  await card.focus()
  await expect.poll(() => card.getAttribute('tabindex')).toBe('0')
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.closest('[data-board]') === null)).toBe(
    true,
  )
  await page.keyboard.press('Shift+Tab')
  expect(await focusedCard(page)).toBe('121')
  await page.keyboard.press('Shift+Tab')
  expect(await page.evaluate(() => document.activeElement?.closest('[data-board]') === null)).toBe(
    true,
  )
})
