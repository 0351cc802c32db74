import { expect, test } from 'vitest'
import { HINTS, nameHint } from '#messages/hint-messages.ts'
import { cardOf, live, openPage, reopen, signIn, withoutBoardNames } from '#test/support/browser.ts'
import { endToEnd } from '#test/support/browser-suite.ts'

const running = endToEnd()

test('each visit shows one hint until all have been dismissed, first the offer to name the board', async () => {
  const { page } = await openPage(running.browser, { showsHints: true })
  await withoutBoardNames(page)
  await signIn(page, running.board.url, running.board.keys.member)
  const hint = page.getByRole('complementary', { name: 'Hint' })
  await hint.getByText(nameHint('12')).waitFor()
  await hint.getByRole('button', { name: 'Name this board…' }).click()
  await page.getByRole('textbox', { name: 'Board 12' }).fill('Payments')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Workspace Payments' }).waitFor()
  for (const text of [HINTS.move, HINTS.columns, HINTS.find]) {
    expect(await hint.count()).toBe(0)
    await reopen(page)
    await hint.getByText(text).waitFor()
    await hint.getByRole('button', { name: 'Got it' }).press('Enter')
    await hint.waitFor({ state: 'detached' })
    await page.waitForFunction(() => document.activeElement !== document.body)
  }
  await reopen(page)
  await cardOf(page, 101).waitFor()
  await live(page)
  expect(await hint.count()).toBe(0)
})

test('one button dismisses all hints, and a card is carried without them', async () => {
  const { page } = await openPage(running.browser, { showsHints: true })
  await signIn(page, running.board.url, running.board.keys.member)
  const hint = page.getByRole('complementary', { name: 'Hint' })
  await hint.waitFor()
  // Who goes by Tab comes to the board first.
  const follows = await hint.evaluate((element) => {
    const board = document.querySelector('[data-board]')
    return board?.compareDocumentPosition(element)
  })
  expect(follows).toBe(4)
  await cardOf(page, 104).hover()
  await page.mouse.down()
  await page.mouse.move(700, 500, { steps: 5 })
  await hint.waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await hint.getByRole('button', { name: 'Dismiss all hints' }).click()
  await hint.waitFor({ state: 'detached' })
})

test('a phone shows hints about fingers and not about keys', async () => {
  const { page } = await openPage(running.browser, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    showsHints: true,
  })
  await withoutBoardNames(page)
  await signIn(page, running.board.url, running.board.keys.member)
  const hint = page.getByRole('complementary', { name: 'Hint' })
  await hint.getByRole('button', { name: 'Not now' }).tap()
  await hint.waitFor({ state: 'detached' })
  await reopen(page)
  await hint.getByText('Hold a card to drag it').waitFor()
})

test('who can move no card isn’t taught to move cards', async () => {
  const { page } = await openPage(running.browser, { showsHints: true })
  await signIn(page, running.board.url, running.board.keys.viewer)
  await page.getByRole('complementary', { name: 'Hint' }).getByText(HINTS.columns).waitFor()
})
