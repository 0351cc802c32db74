import { expect, test } from 'vitest'
import { boxAt, cardOf, carry, columnOf, openPage, recordAnnouncements, signIn, status } from '#test/support/browser.ts'
import { endToEnd } from '#test/support/e2e.ts'

const running = endToEnd()

/** Somebody else moves a card. */
async function elsewhere(number: number, statusId: string): Promise<number> {
  const headers = { Authorization: `Bearer ${running.board.keys.maintainer}`, 'Content-Type': 'application/json' }
  const answer = await fetch(`${running.board.url}v1/cards/${number}`, {
    method: 'PATCH',
    headers,
    body: JSON.stringify({ statusId }),
  })
  return answer.status
}

test('the window losing the focus puts the card back', async () => {
  const { page, expectClean, close } = await openPage(running.browser)
  await signIn(page, running.board.url, running.board.keys.member)
  await cardOf(page, 121).waitFor()
  await carry(page, cardOf(page, 121), columnOf(page, 'Review'))
  await page.locator('.board[data-dragging]').waitFor()
  await page.evaluate(() => window.dispatchEvent(new Event('blur')))
  await status(page, 'Put back.').waitFor()
  expect(await page.locator('.board[data-dragging]').count()).toBe(0)
  await page.mouse.up()
  expect(await columnOf(page, 'Queued').locator('[data-card-number="121"]').count()).toBe(1)
  expectClean()
  await close()
})

test('a second finger puts the card back', async () => {
  const { page, expectClean, close } = await openPage(running.browser, {
    hasTouch: true,
    isMobile: true,
    viewport: { width: 800, height: 900 },
  })
  await signIn(page, running.board.url, running.board.keys.member)
  await cardOf(page, 109).waitFor()
  const session = await page.context().newCDPSession(page)
  const touch = (
    type: 'touchStart' | 'touchMove' | 'touchEnd',
    ...touchPoints: { x: number; y: number; id: number }[]
  ) => session.send('Input.dispatchTouchEvent', { type, touchPoints })
  const from = await boxAt(cardOf(page, 109))
  const to = await boxAt(columnOf(page, 'Building'))
  const finger = { x: from.x + 60, y: from.y + 40, id: 1 }
  await touch('touchStart', finger)
  await page.locator('.board[data-dragging]').waitFor()
  const over = { x: to.x + 100, y: to.y + 200, id: 1 }
  await touch('touchMove', over)
  await touch('touchStart', over, { x: 300, y: 700, id: 2 })
  await status(page, 'Put back.').waitFor()
  await touch('touchEnd')
  expect(await columnOf(page, 'Queued').locator('[data-card-number="109"]').count()).toBe(1)
  expectClean()
  await close()
})

test('a poll in mid drag changes nothing under the pointer, and is shown after the drop', async () => {
  const { page, expectClean, close } = await openPage(running.browser)
  await signIn(page, running.board.url, running.board.keys.member)
  await cardOf(page, 104).waitFor()
  await carry(page, cardOf(page, 104), columnOf(page, 'Review'))
  await page.locator('.board[data-dragging]').waitFor()
  expect(await elsewhere(101, '1204')).toBe(200)
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await page.waitForTimeout(400)
  expect(await columnOf(page, 'Queued').locator('[data-card-number="101"]').count()).toBe(1)
  if ((await page.locator('.board[data-dragging]').count()) > 0) {
    await page.mouse.up()
    await status(page, /#104 .* moved from Building to Review\./).waitFor()
  } else await page.mouse.up()
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect.poll(() => columnOf(page, 'Queued').locator('[data-card-number="101"]').count()).toBe(0)
  expectClean()
  await close()
})

test('a key that is refused in mid drag is told at the drop, and the card stays', async () => {
  const { page, expectClean, close } = await openPage(running.browser)
  await signIn(page, running.board.url, running.board.keys.member)
  await cardOf(page, 103).waitFor()
  await carry(page, cardOf(page, 103), columnOf(page, 'Review'))
  await page.locator('.board[data-dragging]').waitFor()
  await page.route('**/v1/**', (route) => route.fulfill({ status: 401, json: { detail: 'Key retired.' } }))
  await page.mouse.up()
  await status(page, /#103 .* not moved: Key retired\./).waitFor()
  expect(await columnOf(page, 'Queued').locator('[data-card-number="103"]').count()).toBe(1)
  await page.getByRole('button', { name: 'Enter the new secret' }).waitFor()
  expectClean()
  await close()
})

test('a line that breaks in mid drag is told at the drop, and the card stays', async () => {
  const { page, close } = await openPage(running.browser, {}, /ERR_INTERNET_DISCONNECTED|status of/)
  await signIn(page, running.board.url, running.board.keys.member)
  await cardOf(page, 103).waitFor()
  await carry(page, cardOf(page, 103), columnOf(page, 'Review'))
  await page.locator('.board[data-dragging]').waitFor()
  await page.context().setOffline(true)
  await page.mouse.up()
  await status(page, /You are offline/).waitFor()
  await page.getByText('Offline.', { exact: true }).waitFor()
  expect(await columnOf(page, 'Queued').locator('[data-card-number="103"]').count()).toBe(1)
  await page.context().setOffline(false)
  await expect.poll(() => page.getByText('Offline.', { exact: true }).count()).toBe(0)
  await close()
})

test('a card that another tab moves while it is in the hand goes where it is dropped, once', async () => {
  const { page, expectClean, close } = await openPage(running.browser)
  await signIn(page, running.board.url, running.board.keys.member)
  await cardOf(page, 105).waitFor()
  await carry(page, cardOf(page, 105), columnOf(page, 'Review'))
  await page.locator('.board[data-dragging]').waitFor()
  expect(await elsewhere(105, '1204')).toBe(200)
  await page.mouse.up()
  await status(page, /#105 .* moved from Building to Review\./).waitFor()
  await expect.poll(() => page.locator('[data-card-number="105"]').count()).toBe(1)
  expect(await columnOf(page, 'Review').locator('[data-card-number="105"]').count()).toBe(1)
  expectClean()
  await close()
})

test('each outcome is announced exactly once, by name and never by a raw id, and the focus is never lost', async () => {
  const { page, expectClean, close } = await openPage(running.browser)
  await signIn(page, running.board.url, running.board.keys.member)
  await cardOf(page, 122).waitFor()
  const said = await recordAnnouncements(page)
  await page.evaluate(() => {
    Reflect.set(window, 'lost', 0)
    const watch = () => {
      if (document.activeElement === document.body) Reflect.set(window, 'lost', Number(Reflect.get(window, 'lost')) + 1)
      requestAnimationFrame(watch)
    }
    document.querySelector<HTMLElement>('[data-card-number="122"]')?.focus()
    requestAnimationFrame(watch)
  })
  await page.keyboard.press(']')
  await status(page, '#122 Warn before a token expires moved from Queued to Building.').waitFor()
  await page.keyboard.press('m')
  await page.getByRole('menuitem', { name: 'Review' }).click()
  await status(page, '#122 Warn before a token expires moved from Building to Review.').waitFor()
  await page.keyboard.press('Control+z')
  await status(page, '#122 Warn before a token expires moved from Review to Building.').waitFor()
  await cardOf(page, 107).focus()
  await page.keyboard.press(']')
  await status(page, /#107 Move avatars to object storage not moved: branch has conflicts/).waitFor()
  await page.waitForTimeout(900)
  expect(await said()).toEqual([
    '#122 Warn before a token expires moved from Queued to Building.',
    '#122 Warn before a token expires moved from Building to Review.',
    '#122 Warn before a token expires moved from Review to Building.',
    '#107 Move avatars to object storage not moved: branch has conflicts with main in src/storage/avatar.ts.',
  ])
  expect(await page.evaluate(() => Reflect.get(window, 'lost'))).toBe(0)
  expectClean()
  await close()
})

test('at an edge the column and the board scroll, and stop when the card is let go', async () => {
  const { page, expectClean, close } = await openPage(running.browser)
  await signIn(page, running.board.url, running.board.keys.member)
  const card = cardOf(page, 103)
  await card.waitFor()
  const queued = columnOf(page, 'Queued').locator('.column-scroll')
  const from = await boxAt(card)
  const list = await boxAt(queued)
  await page.mouse.move(from.x + 40, from.y + 30)
  await page.mouse.down()
  await page.mouse.move(from.x + 60, from.y + 60, { steps: 3 })
  await page.mouse.move(list.x + 100, list.y + list.height - 6, { steps: 4 })
  await expect.poll(() => queued.evaluate((element) => element.scrollTop)).toBeGreaterThan(100)
  await page.mouse.move(1_434, 400, { steps: 6 })
  await expect.poll(() => page.locator('.board').evaluate((element) => element.scrollLeft)).toBeGreaterThan(100)
  await page.keyboard.press('Escape')
  await page.mouse.up()
  const stopped = await page.locator('.board').evaluate((element) => element.scrollLeft)
  await page.waitForTimeout(200)
  expect(await page.locator('.board').evaluate((element) => element.scrollLeft)).toBe(stopped)
  expectClean()
  await close()
})
