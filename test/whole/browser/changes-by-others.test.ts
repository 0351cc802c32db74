import { expect, test } from 'vitest'
import { by, labeledBy } from '#messages/activity-entry-messages.ts'
import { changedInColumn } from '#messages/board-status-messages.ts'
import { LABELS_CHANGED, movedFrom } from '#messages/diff-messages.ts'
import {
  boxOf,
  cardOf,
  columnOf,
  openPage,
  recordAnnouncements,
  refresh,
  signIn,
} from '#test/support/browser.ts'
import { endToEnd } from '#test/support/browser-suite.ts'
import { patchCardElsewhere } from '#test/support/start-board.ts'

const running = endToEnd()
const WHO = { type: 'other', name: 'Demo maintainer' } as const

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
  await moved.getByText(by(movedFrom('Building'), [WHO.name])).waitFor()
  await columnOf(page, 'Queued').getByText(changedInColumn(1)).waitFor()
  const [number, mark] = [
    await boxOf(moved.getByText('#104')),
    await boxOf(moved.getByText(by(movedFrom('Building'), [WHO.name]))),
  ]
  expect(mark.y).toBeGreaterThanOrEqual(number.y + number.height)
  // The number is on one line.
  expect(number.height).toBeLessThan(24)

  await cardOf(page, 112).getByText(LABELS_CHANGED).waitFor()
  const card = '#112 Upgrade the TLS library'
  const news = labeledBy(WHO, card, [], ['security', 'dependencies'])
  await expect.poll(async () => announcements().join(' ')).toContain(news)
  await cardOf(page, 112).hover()
  await cardOf(page, 112).getByText(LABELS_CHANGED).waitFor({ state: 'detached' })
})
