import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { changedInColumn, movingInto } from '#messages/board-status-messages.ts'
import {
  boxOf,
  cardOf,
  changeBoard,
  columnOf,
  focusFilter,
  holdRequests,
  live,
  openPage,
  refresh,
  signIn,
} from '#test/support/browser.ts'
import { endToEnd } from '#test/support/browser-suite.ts'
import { patchCardElsewhere } from '#test/support/start-board.ts'

const running = endToEnd()

async function openBoard(page: Page) {
  await signIn(page, running.board.url, running.board.keys.maintainer)
  await expect.poll(() => cardOf(page, 101).getAttribute('tabindex')).toBe('0')
}

async function left(locator: Locator): Promise<number> {
  return Math.round((await boxOf(locator)).x)
}

test('the header keeps its layout when the board arrives', async () => {
  const { page } = await openPage(running.browser, { reducedMotion: 'reduce' })
  const deliver = await holdRequests(page, '**/v1/board*')
  await signIn(page, running.board.url, running.board.keys.maintainer)
  const labels = page.getByRole('button', { name: 'Labels' })
  const filter = page.getByRole('button', { name: /^Filter( \d|$)/ })
  const before = [await left(labels), await left(filter)]
  expect(await page.getByRole('button', { name: /can’t move$/ }).count()).toBe(0)
  deliver()
  await page.getByRole('button', { name: '3 can’t move' }).waitFor()
  await page.getByText(/^(as of |live$)/).waitFor()
  expect([await left(labels), await left(filter)]).toEqual(before)
  await live(page)
  expect([await left(labels), await left(filter)]).toEqual(before)
})

test.each([390, 800, 1024, 1440])(
  'at %i px, a filter with choices cuts neither the name of the board nor a choice',
  async (width) => {
    const { page } = await openPage(running.browser, { viewport: { width, height: 800 } })
    const query = '?w=12&priority=high&priority=urgent&priority=medium&assignee=Ada+Okafor&q=a'
    await signIn(page, running.board.url, running.board.keys.maintainer, query)
    const chips = page.getByRole('button', { name: /^Remove filter / })
    await expect.poll(() => chips.count()).toBe(4)
    await page
      .getByRole('banner')
      .getByText(/^\d+ of 60 cards$/)
      .waitFor()
    // Before it, texts have other widths.
    await page.evaluate(() => document.fonts.ready.then(() => undefined))
    const name = page.getByRole('banner').getByText('Storefront', { exact: true }).last()
    for (const part of [name, ...(await chips.all())]) {
      const isCut = await part.evaluate(
        (element) =>
          element.scrollWidth > element.clientWidth ||
          element.getBoundingClientRect().right > window.innerWidth,
      )
      expect(isCut, await part.textContent().then(String)).toBe(false)
    }
  },
)

test('on a phone, typing in the filter moves nothing, and the number of cards is in the field', async () => {
  const { page } = await openPage(running.browser, {
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
  })
  await openBoard(page)
  const queued = columnOf(page, 'Queued')
  const field = page.getByLabel('Filter cards')
  const before = [await boxOf(queued), await boxOf(field)]
  await field.fill('a')
  const count = page.getByRole('banner').getByText(/^\d+ of 60 cards$/)
  await count.waitFor()
  expect([await boxOf(queued), await boxOf(field)]).toEqual(before)
  const [text, box] = [await boxOf(count), await boxOf(field)]
  expect(text.x).toBeGreaterThan(box.x + 60)
  expect(text.x + text.width).toBeLessThan(box.x + box.width)
  expect(text.y).toBeGreaterThanOrEqual(box.y)
  // What is typed ends before it.
  const padding = await field.evaluate((input) =>
    Number.parseFloat(getComputedStyle(input).paddingRight),
  )
  expect(text.x).toBeGreaterThanOrEqual(box.x + box.width - padding)
  // A tap on it is a tap on the field.
  const middle = { x: text.x + text.width / 2, y: text.y + text.height / 2 }
  expect(await page.evaluate(({ x, y }) => document.elementFromPoint(x, y)?.tagName, middle)).toBe(
    'INPUT',
  )
})

test('the list of labels stays where it is while labels are chosen', async () => {
  const { page } = await openPage(running.browser, { reducedMotion: 'reduce' })
  await openBoard(page)
  await cardOf(page, 101).press('l')
  const list = page.getByRole('list', { name: 'Labels of this board' })
  await list.getByRole('checkbox').first().waitFor()
  const before = (await boxOf(list)).y
  const boxes = list.getByRole('checkbox', { checked: false })
  for (let chosen = 0; chosen < 6; chosen += 1) {
    const count = await boxes.count()
    await boxes.first().click()
    await expect.poll(() => boxes.count()).toBe(count - 1)
    expect((await boxOf(list)).y, `after ${chosen + 1} labels`).toBe(before)
  }
})

test('a form in the label manager leaves it with one scrollbar, and its buttons where they were', async () => {
  const { page } = await openPage(running.browser, { reducedMotion: 'reduce' })
  await openBoard(page)
  await page.getByRole('button', { name: 'Labels' }).click()
  const dialog = page.getByRole('dialog', { name: 'Labels' })
  await dialog.getByRole('list', { name: 'Labels of this board' }).waitFor()
  const create = dialog.getByRole('button', { name: 'New label' })
  const before = await boxOf(create)
  await create.click()
  await dialog.getByRole('textbox', { name: 'Name' }).waitFor()
  expect(await boxOf(create)).toEqual(before)
  const scrolling = await dialog.evaluate(
    (element) =>
      [...element.querySelectorAll('*')].filter(
        (part) =>
          /auto|scroll/.test(getComputedStyle(part).overflowY) &&
          part.scrollHeight > part.clientHeight,
      ).length,
  )
  expect(scrolling).toBe(1)
  await page.keyboard.press('Escape')
  // A search that finds nothing leaves the dialog as large as it was.
  const size = await boxOf(dialog)
  await dialog.getByRole('searchbox').fill('nothing like this')
  await dialog.getByText('No label matches').waitFor()
  expect(await boxOf(dialog)).toEqual(size)
})

test('a message about the filter leaves the columns where they are', async () => {
  const { page } = await openPage(running.browser, { reducedMotion: 'reduce' })
  await openBoard(page)
  const before = (await boxOf(columnOf(page, 'Queued'))).y
  await focusFilter(page)
  await page.keyboard.type('nothing like this')
  await page.getByText('No cards match your filters.').first().waitFor()
  expect((await boxOf(columnOf(page, 'Queued'))).y).toBe(before)
})

test('the ⋯ of a card is visible while the mouse or the focus is on the card', async () => {
  const { page } = await openPage(running.browser)
  await openBoard(page)
  const card = columnOf(page, 'Review').locator('article').first()
  const visibility = () =>
    card
      .locator('[data-card-actions]')
      .evaluate((button) => getComputedStyle(button, '::before').visibility)
  await page.mouse.move(0, 0)
  expect(await visibility()).toBe('hidden')
  await card.hover()
  expect(await visibility()).toBe('visible')
  await page.mouse.move(0, 0)
  await card.focus()
  expect(await visibility()).toBe('visible')
})

test('the menu of a card ends where the card ends', async () => {
  const { page } = await openPage(running.browser, { reducedMotion: 'reduce' })
  await openBoard(page)
  const card = columnOf(page, 'Review').locator('article').first()
  await card.hover()
  await card.getByRole('button', { name: /^Actions for/ }).click()
  const menu = await boxOf(page.locator('[popover]:popover-open'))
  const box = await boxOf(card)
  expect(menu.x + menu.width).toBeLessThanOrEqual(box.x + box.width)
})

test('a card that can’t be read has no line for what it doesn’t show', async () => {
  const { page } = await openPage(running.browser)
  await changeBoard(page, (board) => {
    board.columns[0].tasks.unshift(null)
    return board
  })
  await signIn(page, running.board.url, running.board.keys.member)
  await cardOf(page, 101).waitFor()
  const hidden = page.locator('article [hidden]')
  expect(await hidden.count()).toBeGreaterThan(0)
  expect(await hidden.first().isVisible()).toBe(false)
})

test('all items of a menu begin at the same place', async () => {
  const { page } = await openPage(running.browser)
  await signIn(page, running.board.url, running.board.keys.member)
  await cardOf(page, 101).waitFor()
  await page.getByRole('button', { name: 'More' }).click()
  await page.locator('[popover]:popover-open').waitFor()
  const texts = await page.locator('[popover]:popover-open [data-item-id] bdi').all()
  const lefts = await Promise.all(texts.map(async (text) => (await boxOf(text)).x))
  expect(texts.length).toBeGreaterThan(4)
  expect(new Set(lefts).size).toBe(1)
  // A button that opens a menu isn't one that stays pressed.
  await page.keyboard.press('Escape')
  const filter = page.getByRole('button', { name: /^Filter( \d|$)/ })
  expect(await filter.getAttribute('aria-pressed')).toBeNull()
})

test('the heads of the columns keep their height while a card moves, and when others have changed cards', async () => {
  const { page } = await openPage(running.browser)
  await changeBoard(page, (board) => {
    const rename = ({ name, ...column }: { name: string }) => ({
      ...column,
      name: name === 'Review' ? 'Waiting for a review' : name,
    })
    return { ...board, columns: board.columns.map(rename) }
  })
  await openBoard(page)
  const heads = page.locator('[data-column-head]')
  const heights = () =>
    heads.evaluateAll((all) => all.map((head) => head.getBoundingClientRect().height))
  const before = await heights()
  const review = columnOf(page, 'Waiting for a review')
  const status = await review.getAttribute('data-status-id')
  expect(await patchCardElsewhere(running.board, 101, { statusId: status })).toBe(200)
  await refresh(page)
  await review.getByText(changedInColumn(1)).waitFor({ state: 'attached' })
  expect(await heights()).toEqual(before)
  const deliver = await holdRequests(page, '**/v1/cards/*')
  await cardOf(page, 104).focus()
  await page.keyboard.press(']')
  await review.getByText(movingInto([104])).waitFor({ state: 'attached' })
  expect(await heights()).toEqual(before)
  deliver()
})
