import { expect, test } from 'vitest'
import { movingInto } from '#messages/board-status-messages.ts'
import { bulkLabelEstimate } from '#model/bulk-labels.ts'
import {
  boxOf,
  cardOf,
  changeBoard,
  columnOf,
  dragOver,
  focusCardOf,
  holdRequests,
  openPage,
  rendered,
  signIn,
} from '#test/support/browser.ts'
import { endToEnd } from '#test/support/browser-suite.ts'

const running = endToEnd()

test('a card that is dropped below what is in sight is named in the head of its column', async () => {
  const { page } = await openPage(running.browser)
  await signIn(page, running.board.url, running.board.keys.member)
  await focusCardOf(page, 104)
  const release = await holdRequests(page, '**/v1/cards/*')
  await page.keyboard.press(']')
  const news = columnOf(page, 'Review').getByText(movingInto([104]))
  await expect.poll(() => news.evaluate((text) => getComputedStyle(text).opacity)).toBe('1')
  release()
  await news.waitFor({ state: 'detached' })
})

test('the cross of a toast with two actions stays at its corner on a phone', async () => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
  const { page } = await openPage(running.browser, phone)
  await signIn(page, running.board.url, running.board.keys.member)
  await page.getByRole('button', { name: /^Actions for #109/ }).tap()
  await page.getByRole('menuitem', { name: 'Move to…' }).tap()
  await page.getByRole('menuitem', { name: 'Review' }).tap()
  const toast = page.locator('[data-toast]')
  const undo = toast.getByRole('button', { name: 'Undo' })
  await undo.waitFor()
  // It slides in.
  await rendered(page)
  const [frame, cross, text, action] = [
    await boxOf(toast),
    await boxOf(toast.getByRole('button', { name: 'Dismiss' })),
    await boxOf(toast.locator('bdi')),
    await boxOf(undo),
  ]
  expect(frame.x + frame.width - (cross.x + cross.width)).toBeLessThan(12)
  expect(cross.y - frame.y).toBeLessThan(12)
  expect(action.y).toBeGreaterThanOrEqual(text.y + text.height)
})

test('the command palette keeps its height when nothing matches', async () => {
  const { page } = await openPage(running.browser)
  await signIn(page, running.board.url, running.board.keys.member)
  await cardOf(page, 104).waitFor()
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  await palette.getByRole('option').first().waitFor()
  const { height } = await boxOf(palette)
  await page.keyboard.type('nothing has this name')
  await palette.getByText(/^No card, board, or command matches/).waitFor()
  expect((await boxOf(palette)).height).toBeCloseTo(height, 1)
})

test('columns don’t overlap in print, also without an event before it', async () => {
  const { page } = await openPage(running.browser)
  await signIn(page, running.board.url, running.board.keys.member)
  await cardOf(page, 104).waitFor()
  await page.emulateMedia({ media: 'print' })
  await page.getByText('Board 12', { exact: true }).last().waitFor()
  const boxes = await page
    .locator('[data-column-body]')
    .evaluateAll((columns) => columns.map((column) => column.getBoundingClientRect().toJSON()))
  const overlaps = boxes.flatMap(({ right }, index) => {
    const next = boxes[index + 1]
    return next && next.left < right ? [right - next.left] : []
  })
  expect(boxes.length).toBeGreaterThan(3)
  expect(overlaps).toEqual([])
  await page.emulateMedia({ media: 'screen' })
})

test('a label for more than 200 cards is applied only after an estimate and a second press', async () => {
  const { page } = await openPage(running.browser)
  await signIn(page, running.board.url, running.board.keys.everywhere, '?w=14')
  await page.locator('article').first().waitFor()
  const writes: string[] = []
  page.on('request', (request) => request.method() === 'PATCH' && writes.push(request.url()))
  await page.getByRole('button', { name: /^Filter( \d|$)/ }).click()
  await page.getByRole('menuitem', { name: 'Label visible cards…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Label visible cards' })
  await dialog.getByText(bulkLabelEstimate(1_200)).waitFor()
  await dialog.getByRole('combobox', { name: 'Label' }).selectOption({ index: 1 })
  await dialog.getByRole('button', { name: /^Apply to/ }).click()
  await dialog.getByRole('button', { name: /^Yes, apply to/ }).waitFor()
  expect(writes).toEqual([])
  await dialog.getByRole('button', { name: /^Yes, apply to/ }).click()
  await expect.poll(() => writes.length).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Cancel' }).click()
})

test('an open card is marked also when it is blocked', async () => {
  const { page } = await openPage(running.browser)
  await signIn(page, running.board.url, running.board.keys.member)
  const card = page.locator('article[data-blocked]').first()
  await card.waitFor()
  const outline = () => card.evaluate((element) => getComputedStyle(element).outlineStyle)
  expect(await outline()).toBe('none')
  await card.click()
  await page.locator('[data-sheet]').waitFor()
  await expect.poll(outline).toBe('solid')
})

test('the board scrolls beside the panel of a card at its right end, and back when that closes', async () => {
  const { page } = await openPage(running.browser)
  await signIn(page, running.board.url, running.board.keys.member)
  const scrollLeft = () => page.locator('[data-board]').evaluate((board) => board.scrollLeft)
  const card = columnOf(page, 'Verified').locator('article').first()
  await card.click()
  const sheet = page.locator('[data-sheet]')
  await sheet.waitFor()
  await expect.poll(scrollLeft).toBeGreaterThan(0)
  const right = async () => (await boxOf(card)).x + (await boxOf(card)).width
  await expect.poll(right).toBeLessThan((await boxOf(sheet)).x)
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
  await expect.poll(scrollLeft).toBe(0)
})

test('the cards of the last column have room beside the panel', async () => {
  const { page } = await openPage(running.browser)
  await signIn(page, running.board.url, running.board.keys.member)
  const card = columnOf(page, 'Released').locator('article').first()
  await card.click()
  const sheet = page.locator('[data-sheet]')
  await sheet.waitFor()
  const right = async () => (await boxOf(card)).x + (await boxOf(card)).width
  await expect.poll(right).toBeLessThan(1440 - (await boxOf(sheet)).width)
})

test('a toast keeps its place while the panel of a card is open', async () => {
  const { page } = await openPage(running.browser)
  await signIn(page, running.board.url, running.board.keys.member)
  await page.locator('article').first().focus()
  await page.keyboard.press(']')
  const toast = page.locator('[data-toast]')
  await toast.getByRole('button', { name: 'Undo' }).waitFor()
  const { x } = await boxOf(toast)
  await page.keyboard.press('Enter')
  await page.locator('[data-sheet]').waitFor()
  expect((await boxOf(toast)).x).toBe(x)
})

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

test('the verdict of a drag has an edge in forced colors, and the count of its column', async () => {
  const { page } = await openPage(running.browser, { forcedColors: 'active' })
  await signIn(page, running.board.url, running.board.keys.member)
  const card = columnOf(page, 'Queued').locator('article').first()
  await dragOver(page, card, columnOf(page, 'Review'))
  const verdict = page.getByRole('note')
  await verdict.waitFor()
  expect(await verdict.evaluate((note) => getComputedStyle(note).borderTopStyle)).toBe('solid')
  const count = await columnOf(page, 'Review').getByRole('listitem').count()
  expect(Number(/\d+/.exec(await verdict.innerText())?.[0])).toBeGreaterThanOrEqual(count)
  await page.keyboard.press('Escape')
  await page.mouse.up()
})

test('the menu of filters has a picture of each person', async () => {
  const { page } = await openPage(running.browser)
  await signIn(page, running.board.url, running.board.keys.member)
  await page.locator('article').first().waitFor()
  await page.getByRole('button', { name: /^Filter( \d|$)/ }).click()
  const person = page.getByRole('menuitemcheckbox', { name: /Ada Okafor/ })
  await person.getByText('AO', { exact: true }).waitFor()
})

test('a board without cards offers to switch to another one', async () => {
  const { page } = await openPage(running.browser)
  await changeBoard(page, ({ columns }) => ({
    columns: columns.map((column: object) => ({ ...column, tasks: [] })),
  }))
  await signIn(page, running.board.url, running.board.keys.member)
  await page.getByRole('button', { name: 'Switch board' }).click()
  await page.getByRole('menuitemradio', { name: /^Board 12/ }).waitFor()
})
