import { expect, test } from 'vitest'
import { COPIED_LINK } from '#messages/interaction-messages.ts'
import { moved } from '#messages/move-messages.ts'
import { READ_ONLY } from '#messages/permission-messages.ts'
import {
  announced,
  boxOf,
  cardOf,
  columnOf,
  dragOver,
  focusCardOf,
  focusedCard,
  openPage,
  rendered,
  signIn,
} from '#test/support/browser.ts'
import { endToEnd } from '#test/support/browser-suite.ts'

const running = endToEnd()

test('the panel of a card leaves the board in use: a card can be dragged beside it', async () => {
  const { page } = await openPage(running.browser)
  await signIn(page, running.board.url, running.board.keys.member)
  await cardOf(page, 106).click()
  const panel = page.getByRole('complementary', { name: '#106 Retry webhooks with backoff' })
  await panel.waitFor()
  await dragOver(page, cardOf(page, 101), columnOf(page, 'Building'))
  await page.mouse.up()
  await announced(page, moved('#101 Rotate signing keys', 'Queued', 'Building'))
  expect(await panel.isVisible()).toBe(true)
})

test('a message across the board ends where the panel begins', async () => {
  const { page } = await openPage(running.browser, { viewport: { width: 1440, height: 900 } })
  await signIn(page, running.board.url, running.board.keys.viewer)
  const message = page.locator('span', { has: page.getByText(READ_ONLY, { exact: true }) }).last()
  const whole = await boxOf(message)
  await cardOf(page, 106).click()
  const panel = await boxOf(page.getByRole('complementary', { name: /^#106/ }))
  const beside = await boxOf(message)
  expect(whole.x + whole.width).toBeGreaterThan(panel.x)
  expect(beside.x + beside.width).toBeLessThanOrEqual(panel.x)
})

test('a panel on its way in from the edge doesn’t widen the page', async () => {
  const { page } = await openPage(running.browser)
  await signIn(page, running.board.url, running.board.keys.member)
  const session = await page.context().newCDPSession(page)
  await session.send('Animation.enable')
  await session.send('Animation.setPlaybackRate', { playbackRate: 0.001 })
  await cardOf(page, 106).click()
  await page.getByRole('complementary', { name: /^#106/ }).waitFor()
  const { slide, overflow } = await page.evaluate(() => {
    const panel = document.querySelector('[data-sheet]')
    const { scrollWidth, clientWidth } = document.documentElement
    return {
      slide: panel && getComputedStyle(panel).translate,
      overflow: scrollWidth - clientWidth,
    }
  })
  expect(slide).toMatch(/^1[0-9.]*px/)
  expect(overflow).toBe(0)
})

test('J and K show the cards after and before, Back closes the panel, and the focus returns to the card', async () => {
  const { page } = await openPage(running.browser)
  await signIn(page, running.board.url, running.board.keys.member)
  await focusCardOf(page, 102)
  await page.keyboard.press('Enter')
  await page.getByRole('complementary', { name: /^#102/ }).waitFor()
  await page.keyboard.press('j')
  await page.getByRole('complementary', { name: /^#103/ }).waitFor()
  expect(await cardOf(page, 103).getAttribute('aria-current')).toBe('true')
  await page.keyboard.press('k')
  await page.getByRole('complementary', { name: /^#102/ }).waitFor()
  await page.getByRole('button', { name: 'Next card' }).click()
  await page.getByRole('complementary', { name: /^#103/ }).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => focusedCard(page)).toBe('103')
  expect(new URL(page.url()).searchParams.has('card')).toBe(false)
})

test('the panel shows the labels of the card first, and removes one with its button', async () => {
  const { page } = await openPage(running.browser)
  await signIn(page, running.board.url, running.board.keys.member)
  await cardOf(page, 104).click()
  const labels = page.getByRole('group', { name: 'Labels' })
  const remove = labels.getByRole('button', { name: 'Remove label database' })
  await remove.press('Enter')
  await remove.waitFor({ state: 'detached' })
  const active = () => page.evaluate(() => document.activeElement?.textContent)
  expect(await active()).toBe('Add label')
  await cardOf(page, 104).getByText('database').waitFor({ state: 'detached' })
})

test('L, two letters, Enter, and Escape add a label and lead back to the card', async () => {
  const { page } = await openPage(running.browser)
  await signIn(page, running.board.url, running.board.keys.member)
  await focusCardOf(page, 103)
  await page.keyboard.press('l')
  await page.getByRole('searchbox', { name: 'Find a label' }).waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT')
  await page.keyboard.type('bug')
  await page.keyboard.press('Enter')
  await cardOf(page, 103).getByText('bug').waitFor()
  await page.getByRole('button', { name: 'Next card' }).focus()
  await page.keyboard.press('l')
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT')
  await page.keyboard.press('Escape')
  await expect.poll(() => focusedCard(page)).toBe('103')
})

test('Enter in the search for labels creates no label, but leads to the button that does', async () => {
  const { page } = await openPage(running.browser)
  const writes: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') writes.push(request.url())
  })
  await signIn(page, running.board.url, running.board.keys.member)
  await focusCardOf(page, 102)
  await page.keyboard.press('l')
  await page.getByRole('searchbox', { name: 'Find a label' }).fill('a typing slip')
  await page.keyboard.press('Enter')
  const create = page.getByRole('button', { name: /^Create “a typing slip”/ })
  await expect.poll(() => create.evaluate((button) => button === document.activeElement)).toBe(true)
  expect(writes).toEqual([])
})

test('a card is a link: Control and a click, or the middle button, open it in a new tab', async () => {
  const { page } = await openPage(running.browser)
  await signIn(page, running.board.url, running.board.keys.member)
  const title = cardOf(page, 105).getByRole('link')
  for (const options of [{ modifiers: ['Control'] }, { button: 'middle' }] as const) {
    const opened = page.context().waitForEvent('page')
    await title.click(options as Parameters<typeof title.click>[0])
    const tab = await opened
    expect(new URL(tab.url()).search).toBe('?w=12&card=105')
    await tab.close()
  }
  expect(await page.locator('[data-sheet]').count()).toBe(0)
  // The rest of the card does the same.
  const opened = page.context().waitForEvent('page')
  await cardOf(page, 105).click({ modifiers: ['Control'], position: { x: 5, y: 5 } })
  expect(new URL((await opened).url()).search).toBe('?w=12&card=105')
})

test('a plain click on the title opens the panel on the same page', async () => {
  const { page } = await openPage(running.browser)
  await signIn(page, running.board.url, running.board.keys.member)
  await cardOf(page, 105).waitFor()
  await page.evaluate(() => Reflect.set(window, 'isSamePage', true))
  await cardOf(page, 105).locator('[data-card-link]').click()
  await page.getByRole('complementary', { name: /^#105/ }).waitFor()
  expect(await page.evaluate(() => Reflect.get(window, 'isSamePage'))).toBe(true)
})

test('the context menu of a card has its actions, and C copies its link', async () => {
  const { page } = await openPage(running.browser)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page, running.board.url, running.board.keys.member)
  // Until the code of the menu is there, a right click opens the browser's own.
  await focusCardOf(page, 105)
  await cardOf(page, 105).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Copy number' }).click()
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await expect.poll(copied).toBe('#105')
  await focusCardOf(page, 105)
  await page.keyboard.press('c')
  await page.getByText(COPIED_LINK).first().waitFor()
  expect(await copied()).toBe(`${new URL(page.url()).origin}/?w=12&card=105`)
})

test('a double click opens a card once, and one on a column of the menu opens no card', async () => {
  const { page } = await openPage(running.browser)
  await signIn(page, running.board.url, running.board.keys.member)
  await cardOf(page, 102).dblclick()
  await page.getByRole('complementary', { name: /^#102/ }).waitFor()
  const entries = () => page.evaluate(() => history.length)
  const before = await entries()
  await page.keyboard.press('Escape')
  await page.locator('[data-sheet]').waitFor({ state: 'detached' })
  expect(await entries()).toBe(before)
  await focusCardOf(page, 105)
  await page.keyboard.press('m')
  await page.getByRole('menuitem', { name: 'Review' }).dblclick()
  await announced(page, /^#105 .* moved from Building to Review/)
  expect(await page.locator('[data-sheet]').count()).toBe(0)
})

test('a menu closes when the window gets another width', async () => {
  const { page } = await openPage(running.browser)
  await signIn(page, running.board.url, running.board.keys.member)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).waitFor()
  await page.setViewportSize({ width: 800, height: 600 })
  await page.getByRole('menu').waitFor({ state: 'detached' })
})

test('a click that ends a drag on the title opens neither a page nor the panel', async () => {
  const { page } = await openPage(running.browser)
  await signIn(page, running.board.url, running.board.keys.member)
  const box = await cardOf(page, 102).getByRole('link').boundingBox()
  if (!box) throw new Error('The title has no box.')
  await page.mouse.move(box.x + 20, box.y + 8)
  await page.mouse.down()
  await page.mouse.move(box.x + 50, box.y + 30, { steps: 4 })
  await page.mouse.move(box.x + 22, box.y + 9, { steps: 4 })
  await page.mouse.up()
  await rendered(page, 18)
  expect(new URL(page.url()).search).toBe('?w=12')
  expect(await page.locator('[data-sheet]').count()).toBe(0)
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
