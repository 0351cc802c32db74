import { expect, test } from 'vitest'
import { changedInColumn } from '#messages/board-status-messages.ts'
import { hasOtherLabels, LABELS_CHANGED, movedFrom } from '#messages/diff-messages.ts'
import { boardLoaded } from '#messages/filter-messages.ts'
import { CONNECT_TITLE, KEY_IN_OTHER_TAB } from '#messages/key-messages.ts'
import {
  announced,
  boxOf,
  cardOf,
  columnOf,
  holdRequests,
  live,
  openPage,
  recordAnnouncements,
  refresh,
  rendered,
  signIn,
} from '#test/support/browser.ts'
import { endToEnd } from '#test/support/browser-suite.ts'
import { patchCardElsewhere } from '#test/support/start-board.ts'

const running = endToEnd()

test('what others changed is marked on its own line of the card, counted in the column, and announced', async () => {
  const { page } = await openPage(running.browser, {
    viewport: { width: 1440, height: 1600 },
  })
  await signIn(page, running.board.url, running.board.keys.member)
  await expect.poll(() => cardOf(page, 101).getAttribute('tabindex')).toBe('0')
  const announcements = recordAnnouncements(page)
  const queued = await columnOf(page, 'Queued').getAttribute('data-status-id')
  expect(await patchCardElsewhere(running.board, 104, { statusId: queued })).toBe(200)
  expect(await patchCardElsewhere(running.board, 112, { labelIds: [] })).toBe(200)
  await refresh(page)

  const moved = cardOf(page, 104)
  await moved.getByText(movedFrom('Building')).waitFor()
  await columnOf(page, 'Queued').getByText(changedInColumn(1)).waitFor()
  const [number, mark] = [
    await boxOf(moved.getByText('#104')),
    await boxOf(moved.getByText(movedFrom('Building'))),
  ]
  expect(mark.y).toBeGreaterThanOrEqual(number.y + number.height)
  // The number is on one line.
  expect(number.height).toBeLessThan(24)

  await cardOf(page, 112).getByText(LABELS_CHANGED).waitFor()
  const news = hasOtherLabels('#112 Upgrade the TLS library')
  await expect.poll(async () => announcements().join(' ')).toContain(news)
  await cardOf(page, 112).hover()
  await cardOf(page, 112).getByText(LABELS_CHANGED).waitFor({ state: 'detached' })
})

test('a board that has loaded is announced with the number of its cards', async () => {
  const { page } = await openPage(running.browser)
  await signIn(page, running.board.url, running.board.keys.member)
  await announced(page, boardLoaded(60))
})

test('a second tab says why it asks for a key, and each screen has its own title', async () => {
  const { page } = await openPage(running.browser)
  await signIn(page, running.board.url, running.board.keys.member)
  await cardOf(page, 101).waitFor()
  const second = await page.context().newPage()
  await second.goto(page.url())
  await second.getByText(KEY_IN_OTHER_TAB).waitFor()
  await expect.poll(() => second.title()).toBe(`${CONNECT_TITLE} · Trunkline`)
  await page.getByRole('button', { name: /^Workspace/ }).click()
  await page.getByRole('button', { name: 'Add key' }).click()
  await expect.poll(() => page.title()).toBe(`${CONNECT_TITLE} · Trunkline`)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(() => page.title()).toBe('Board 12 · Trunkline')
})

test('the board is announced as loaded when the code of the filter in the link comes late', async () => {
  const { page } = await openPage(running.browser)
  const deliver = await holdRequests(page, '**/assets/board-pipeline*')
  await signIn(page, running.board.url, running.board.keys.member, '?q=token')
  // All that loads later is there.
  await page.getByRole('button', { name: 'Clear filters' }).waitFor()
  await rendered(page, 60)
  deliver()
  await announced(page, boardLoaded(60))
})

test('a toast about being offline leaves when the connection is back', async () => {
  const { page } = await openPage(running.browser, {}, /./)
  await signIn(page, running.board.url, running.board.keys.member)
  // All that loads later is there.
  await live(page)
  await page.context().setOffline(true)
  await cardOf(page, 101).focus()
  await page.keyboard.press(']')
  const toast = page.locator('[data-toast]')
  await toast.getByText(/offline/).waitFor()
  await page.context().setOffline(false)
  await toast.waitFor({ state: 'detached', timeout: 15_000 })
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
