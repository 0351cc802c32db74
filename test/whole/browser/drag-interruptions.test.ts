import { expect, test } from 'vitest'
import { REFRESHED } from '#messages/board-status-messages.ts'
import { boardLoaded } from '#messages/filter-messages.ts'
import { MOVE_CANCELED, OFFLINE_REASON } from '#messages/interaction-messages.ts'
import { moved, movedBack, notMoved } from '#messages/move-messages.ts'
import { OFFLINE } from '#messages/warning-messages.ts'
import {
  announced,
  boxOf,
  cardOf,
  columnOf,
  dragOver,
  focusCardOf,
  openPage,
  recordAnnouncements,
  refresh,
  rendered,
  signIn,
} from '#test/support/browser.ts'
import { endToEnd } from '#test/support/browser-suite.ts'
import { patchCardElsewhere } from '#test/support/start-board.ts'

const running = endToEnd()

test('a drag is canceled when the window loses focus', async () => {
  const { page } = await openPage(running.browser)
  await signIn(page, running.board.url, running.board.keys.member)
  await cardOf(page, 121).waitFor()
  await dragOver(page, cardOf(page, 121), columnOf(page, 'Review'))
  await page.locator('[data-board][data-dragging]').waitFor()
  await page.evaluate(() => window.dispatchEvent(new Event('blur')))
  await announced(page, MOVE_CANCELED)
  expect(await page.locator('[data-board][data-dragging]').count()).toBe(0)
  await page.mouse.up()
  expect(await columnOf(page, 'Queued').locator('[data-card-number="121"]').count()).toBe(1)
})

test('a touch drag is canceled when a second finger touches the screen', async () => {
  const { page } = await openPage(running.browser, {
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
  const from = await boxOf(cardOf(page, 109))
  const to = await boxOf(columnOf(page, 'Building'))
  const finger = { x: from.x + 60, y: from.y + 40, id: 1 }
  await touch('touchStart', finger)
  await page.locator('[data-board][data-dragging]').waitFor()
  const over = { x: to.x + 100, y: to.y + 200, id: 1 }
  await touch('touchMove', over)
  await touch('touchStart', over, { x: 300, y: 700, id: 2 })
  await announced(page, MOVE_CANCELED)
  await touch('touchEnd')
  expect(await columnOf(page, 'Queued').locator('[data-card-number="109"]').count()).toBe(1)
})

test('on a phone, the column under a finger that rests comes into sight as a whole', async () => {
  const { page } = await openPage(running.browser, {
    hasTouch: true,
    isMobile: true,
    viewport: { width: 390, height: 844 },
  })
  await signIn(page, running.board.url, running.board.keys.member)
  await cardOf(page, 109).waitFor()
  const session = await page.context().newCDPSession(page)
  const touch = (
    type: 'touchStart' | 'touchMove' | 'touchEnd',
    ...at: { x: number; y: number }[]
  ) => session.send('Input.dispatchTouchEvent', { type, touchPoints: at })
  const from = await boxOf(cardOf(page, 109))
  const y = from.y + 40
  await touch('touchStart', { x: from.x + 60, y })
  await page.locator('[data-board][data-dragging]').waitFor()
  await touch('touchMove', { x: 385, y })
  const scrolled = () => page.locator('[data-board]').evaluate((board) => board.scrollLeft)
  await expect.poll(scrolled).toBeGreaterThan(250)
  // Whichever column it is by now.
  await touch('touchMove', { x: 200, y })
  const lefts = () =>
    page
      .locator('section[data-status-id]')
      .evaluateAll((columns) => columns.map((column) => column.getBoundingClientRect().left))
  await expect.poll(async () => (await lefts()).some((left) => Math.abs(left) < 2)).toBe(true)
  expect(await scrolled()).toBeGreaterThan(250)
  await touch('touchEnd')
})

test('a poll during a drag changes nothing on the board until the drop', async () => {
  const { page } = await openPage(running.browser)
  await signIn(page, running.board.url, running.board.keys.member)
  await cardOf(page, 104).waitFor()
  await dragOver(page, cardOf(page, 104), columnOf(page, 'Review'))
  await page.locator('[data-board][data-dragging]').waitFor()
  expect(await patchCardElsewhere(running.board, 101, { statusId: '1204' })).toBe(200)
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  // A load may start or wait for the drop: in both cases, the board stays as it is.
  await rendered(page, 30)
  expect(await columnOf(page, 'Queued').locator('[data-card-number="101"]').count()).toBe(1)
  if ((await page.locator('[data-board][data-dragging]').count()) > 0) {
    await page.mouse.up()
    await announced(page, moved('#104 Drop the legacy session table', 'Building', 'Review'))
  } else await page.mouse.up()
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect
    .poll(() => columnOf(page, 'Queued').locator('[data-card-number="101"]').count())
    .toBe(0)
})

test('a drop shows an error and leaves the card in its column when the key stops being accepted during the drag', async () => {
  const { page } = await openPage(running.browser)
  await signIn(page, running.board.url, running.board.keys.member)
  await cardOf(page, 103).waitFor()
  await dragOver(page, cardOf(page, 103), columnOf(page, 'Review'))
  await page.locator('[data-board][data-dragging]').waitFor()
  await page.route('**/v1/**', (route) =>
    route.fulfill({ status: 401, json: { detail: 'Key retired.' } }),
  )
  await page.mouse.up()
  await announced(page, notMoved('#103 Explain quota errors in the CLI', 'Key retired.'))
  expect(await columnOf(page, 'Queued').locator('[data-card-number="103"]').count()).toBe(1)
  await page.getByRole('button', { name: 'Enter the new secret' }).waitFor()
})

test('a drop shows an offline message and leaves the card in its column when the connection is lost during the drag', async () => {
  const { page } = await openPage(running.browser, {}, /ERR_INTERNET_DISCONNECTED|status of/)
  await signIn(page, running.board.url, running.board.keys.member)
  await cardOf(page, 103).waitFor()
  await dragOver(page, cardOf(page, 103), columnOf(page, 'Review'))
  await page.locator('[data-board][data-dragging]').waitFor()
  await page.context().setOffline(true)
  await page.mouse.up()
  await announced(page, OFFLINE_REASON)
  await page.getByText(OFFLINE, { exact: true }).waitFor()
  expect(await columnOf(page, 'Queued').locator('[data-card-number="103"]').count()).toBe(1)
  await page.context().setOffline(false)
  await expect.poll(() => page.getByText(OFFLINE, { exact: true }).count()).toBe(0)
})

test('a drop moves the card to the drop target once when another client moves the card during the drag', async () => {
  const { page } = await openPage(running.browser)
  await signIn(page, running.board.url, running.board.keys.member)
  await cardOf(page, 105).waitFor()
  await dragOver(page, cardOf(page, 105), columnOf(page, 'Review'))
  await page.locator('[data-board][data-dragging]').waitFor()
  expect(await patchCardElsewhere(running.board, 105, { statusId: '1204' })).toBe(200)
  await page.mouse.up()
  await announced(page, moved('#105 Show the commit under each deployment', 'Building', 'Review'))
  await expect.poll(() => page.locator('[data-card-number="105"]').count()).toBe(1)
  expect(await columnOf(page, 'Review').locator('[data-card-number="105"]').count()).toBe(1)
})

test('each move outcome is announced exactly once, with names instead of ids, and focus is never lost', async () => {
  const { page } = await openPage(running.browser)
  await signIn(page, running.board.url, running.board.keys.member)
  await announced(page, boardLoaded(60))
  const announcements = recordAnnouncements(page)
  await page.evaluate(() => {
    Reflect.set(window, 'lost', 0)
    const watch = () => {
      if (document.activeElement === document.body)
        Reflect.set(window, 'lost', Number(Reflect.get(window, 'lost')) + 1)
      requestAnimationFrame(watch)
    }
    document.querySelector<HTMLElement>('[data-card-number="122"]')?.focus()
    requestAnimationFrame(watch)
  })
  await page.keyboard.press(']')
  await announced(page, moved('#122 Warn before a token expires', 'Queued', 'Building'))
  await page.keyboard.press('m')
  await page.getByRole('menuitem', { name: 'Review' }).click()
  await announced(page, moved('#122 Warn before a token expires', 'Building', 'Review'))
  await page.keyboard.press('Control+z')
  await announced(page, movedBack('#122 Warn before a token expires', 'Building', true))
  // To the cards above, which exist only then.
  await page.keyboard.press('Home')
  await focusCardOf(page, 107)
  await page.keyboard.press(']')
  await announced(page, /#107 Move avatars to object storage not moved: branch has conflicts/)
  await refresh(page)
  await rendered(page, 60)
  expect(announcements().filter((text) => text !== REFRESHED)).toEqual([
    moved('#122 Warn before a token expires', 'Queued', 'Building'),
    moved('#122 Warn before a token expires', 'Building', 'Review'),
    movedBack('#122 Warn before a token expires', 'Building', true),
    notMoved(
      '#107 Move avatars to object storage',
      'branch has conflicts with main in src/storage/avatar.ts.',
    ),
  ])
  expect(await page.evaluate(() => Reflect.get(window, 'lost'))).toBe(0)
})

test('a wheel scrolls the column under the carried card, and nothing below the card reacts to the mouse', async () => {
  const { page } = await openPage(running.browser)
  await signIn(page, running.board.url, running.board.keys.member)
  await dragOver(page, cardOf(page, 103), columnOf(page, 'Queued'))
  const queued = columnOf(page, 'Queued').locator('[data-scroller]')
  await page.mouse.wheel(0, 120)
  await expect.poll(() => queued.evaluate((element) => element.scrollTop)).toBeGreaterThan(100)
  expect(await page.locator('article:hover').count()).toBe(0)
  // The copy under the mouse is no second card.
  expect(await cardOf(page, 103).count()).toBe(1)
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await expect.poll(() => page.locator('article:hover').count()).toBe(1)
})

test('a drag near an edge scrolls the column and the board, and scrolling stops when the drag is canceled', async () => {
  const { page } = await openPage(running.browser)
  await signIn(page, running.board.url, running.board.keys.member)
  const card = cardOf(page, 103)
  await card.waitFor()
  const queued = columnOf(page, 'Queued').locator('[data-scroller]')
  const from = await boxOf(card)
  const columnBox = await boxOf(queued)
  await page.mouse.move(from.x + 40, from.y + 30)
  await page.mouse.down()
  await page.mouse.move(from.x + 60, from.y + 60, { steps: 3 })
  await page.mouse.move(columnBox.x + 100, columnBox.y + columnBox.height - 6, { steps: 4 })
  await expect.poll(() => queued.evaluate((element) => element.scrollTop)).toBeGreaterThan(100)
  await page.mouse.move(1_434, 400, { steps: 6 })
  await expect
    .poll(() => page.locator('[data-board]').evaluate((element) => element.scrollLeft))
    .toBeGreaterThan(100)
  await page.keyboard.press('Escape')
  await page.mouse.up()
  const scrollLeftAfterCancel = await page
    .locator('[data-board]')
    .evaluate((element) => element.scrollLeft)
  await rendered(page)
  expect(await page.locator('[data-board]').evaluate((element) => element.scrollLeft)).toBe(
    scrollLeftAfterCancel,
  )
})

test('a press right after a drop carries the next card, and the drop counts', async () => {
  const { page } = await openPage(running.browser)
  await signIn(page, running.board.url, running.board.keys.member)
  await dragOver(page, cardOf(page, 102), columnOf(page, 'Building'))
  await page.locator('[data-board][data-dragging]').waitFor()
  const announcements = recordAnnouncements(page)
  const next = await boxOf(cardOf(page, 103))
  await page.evaluate(
    async ({ x, y }) => {
      const fire = async (type: string, by: number) => {
        const target = document.elementFromPoint(x, y) ?? document
        const init = { bubbles: true, cancelable: true, clientX: x + by, clientY: y, buttons: 1 }
        target.dispatchEvent(new MouseEvent(type, init))
        // What React renders before the next event.
        await Promise.resolve()
      }
      await fire('mouseup', 0)
      await fire('mousedown', 0)
      await fire('mousemove', 10)
    },
    { x: next.x + 40, y: next.y + 30 },
  )
  await page.locator('[data-card-id][data-dragged]').waitFor()
  const to = await boxOf(columnOf(page, 'Review'))
  await page.mouse.move(to.x + to.width / 2, to.y + 140, { steps: 4 })
  await page.mouse.up()
  await columnOf(page, 'Review').locator('[data-card-number="103"]').waitFor()
  await announced(page, /^#103 .+ moved from .+ to Review\.$/)
  const first = moved('#102 Page through audit entries', 'Queued', 'Building')
  expect(announcements()).toContain(first)
})
