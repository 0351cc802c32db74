import { screen, waitFor, within } from '@testing-library/react'
import { delay } from 'msw'
import { expect, test } from 'vitest'
import { by, movedBy, refusedFor, type Who } from '#messages/activity-entry-messages.ts'
import * as diffMessages from '#messages/diff-messages.ts'
import { moved } from '#messages/move-messages.ts'
import { joinSentences } from '#model/sentences.ts'
import {
  announcement,
  cardsIn,
  connect,
  pageOverService,
  recordNews,
  refreshAndListen,
  tellsActivity,
} from '#test/support/page.tsx'
import { holdResponses, patchAsOther } from '#test/support/steps.ts'

const { start, requests } = pageOverService()

const MAINTAINER = { type: 'other', name: 'Demo maintainer' } as const satisfies Who

function movedByOthers(card: string, from: string, to: string): string {
  if (!tellsActivity) return diffMessages.movedByOthers(card, from, to)
  return movedBy(MAINTAINER, card, from, to)
}

function movedFrom(column: string): string {
  const mark = diffMessages.movedFrom(column)
  return tellsActivity ? by(mark, [MAINTAINER.name]) : mark
}

test('a card is announced, and marked until hovered, when another person moves it', async () => {
  const running = await start()
  const { user } = await connect(running.keys.member)
  const card = await screen.findByRole('article', { name: /^#101/ })
  card.focus()
  const news = recordNews()
  expect(await patchAsOther(running, 101, { statusId: '1202' })).toBe(200)
  expect(await patchAsOther(running, 102, { statusId: '1205' })).toBe(200)
  await user.click(screen.getByRole('button', { name: 'Refresh' }))
  await waitFor(() => expect(cardsIn('Building')).toContain(101))
  // A load between the two moves makes them two announcements.
  await waitFor(() =>
    expect(joinSentences(...news)).toBe(
      joinSentences(
        movedByOthers('#101 Rotate signing keys', 'Queued', 'Building'),
        movedByOthers('#102 Page through audit entries', 'Queued', 'Staging'),
      ),
    ),
  )
  const markedCard = screen.getByRole('article', { name: /^#102/ })
  await within(markedCard).findByText(movedFrom('Queued'))
  const heading = within(markedCard).getByRole('heading')
  // The code that notices it can come later than the card.
  await waitFor(async () => {
    await user.unhover(heading)
    await user.hover(heading)
    expect(within(markedCard).queryByText(movedFrom('Queued'))).toBeNull()
  })
  expect(
    within(screen.getByRole('article', { name: /^#101/ })).getByText(movedFrom('Queued')),
  ).toBeTruthy()
})

test('a card with the focus keeps its mark when another person moves it, until the focus comes again', async () => {
  const running = await start()
  const { user } = await connect(running.keys.member)
  const card = await screen.findByRole('article', { name: /^#101/ })
  card.focus()
  // The code that answers keys can come later than the card.
  await waitFor(async () => {
    await user.keyboard('{ArrowDown}')
    expect(document.activeElement).not.toBe(card)
  })
  card.focus()
  expect(await patchAsOther(running, 101, { statusId: '1202' })).toBe(200)
  await user.keyboard('r')
  await waitFor(() => expect(cardsIn('Building')).toContain(101))
  const moved = () => screen.getByRole('article', { name: /^#101/ })
  await waitFor(() => expect(document.activeElement).toBe(moved()))
  await waitFor(() => within(moved()).getByText(movedFrom('Queued')))
  await user.keyboard('{ArrowUp}')
  await waitFor(() => expect(document.activeElement).not.toBe(moved()))
  await user.keyboard('{ArrowDown}')
  await waitFor(() => expect(document.activeElement).toBe(moved()))
  await waitFor(() => expect(within(moved()).queryByText(movedFrom('Queued'))).toBeNull())
})

test('a card is announced as blocked when another person’s move is refused', async () => {
  const running = await start()
  const { user } = await connect(running.keys.member)
  await screen.findByRole('article', { name: /^#106/ })
  expect(await patchAsOther(running, 106, { statusId: '1204' })).toBe(409)
  const card = '#106 Retry webhooks with backoff'
  const reason = 'checks are red: unit-tests failed'
  await user.click(screen.getByRole('button', { name: 'Refresh' }))
  await waitFor(() =>
    expect(announcement()).toBe(
      tellsActivity
        ? refusedFor(MAINTAINER, card, 'Verified', reason)
        : diffMessages.isBlocked(card, reason),
    ),
  )
})

test('a move on this page is announced once, and not as a change by another person', async () => {
  const running = await start()
  const { user } = await connect(running.keys.member)
  const card = await screen.findByRole('article', { name: /^#101/ })
  card.focus()
  const news = recordNews()
  await user.keyboard(']')
  await waitFor(() =>
    expect(announcement()).toBe(moved('#101 Rotate signing keys', 'Queued', 'Building')),
  )
  await refreshAndListen(user)
  expect(news).toEqual([moved('#101 Rotate signing keys', 'Queued', 'Building')])
  expect(screen.queryByText(new RegExp(diffMessages.movedFrom('.*')))).toBeNull()
})

test('a board is shown without a request when another tab loads it, and sent only if another tab shows it', async () => {
  const running = await start()
  const messages: SharedMessage[] = []
  const channel = new BroadcastChannel('trunkline.boards')
  channel.onmessage = ({ data }) => messages.push(data)
  const received = (type: string) => messages.filter((message) => message.type === type)
  const { user } = await connect(running.keys.member)
  await screen.findByRole('article', { name: /^#101/ })
  await waitFor(() => expect(received('hello')).toHaveLength(1))
  const [{ hash } = { hash: '' }] = messages
  const reload = () => user.click(screen.getByRole('button', { name: 'Refresh' }))

  await patchAsOther(running, 101, { statusId: '1205' })
  await reload()
  await waitFor(() => expect(cardsIn('Staging')).toContain(101))
  channel.postMessage({ hash, type: 'hello' })
  await waitFor(() => expect(received('here')).toHaveLength(1))
  expect(received('load'), 'nobody else was there').toEqual([])

  await patchAsOther(running, 101, { statusId: '1204' })
  await reload()
  await waitFor(() => expect(received('load')).toHaveLength(1))
  const before = requests.length
  const [{ loaded } = { loaded: undefined }] = received('load')
  if (!loaded) throw new Error('No load was shared.')
  const text = JSON.stringify(loaded.board).replace('Rotate signing keys', 'Rotated by another tab')
  const requestedAt = loaded.requestedAt + 60_000
  const shared = { ...loaded, board: JSON.parse(text), requestedAt, changes: new Map() }
  channel.postMessage({ hash, type: 'load', loaded: shared })
  expect(await screen.findByRole('article', { name: '#101 Rotated by another tab' })).toBeTruthy()
  expect(requests.length).toBe(before)
  channel.close()
})

test('a load is sent to another tab once, also when it’s known later who changed a card', async () => {
  let isHolding = false
  const { handler, release } = holdResponses('*/v1/board/activity', () => isHolding)
  const running = await start(handler)
  const channel = new BroadcastChannel('trunkline.boards')
  /** When each load started that was sent. */
  const sent: unknown[] = []
  channel.onmessage = ({ data }: { data: SharedMessage }) => {
    if (data.type === 'load') sent.push(data.loaded?.requestedAt)
    // As a tab that shows the same board does.
    if (data.type !== 'here') channel.postMessage({ hash: data.hash, type: 'here' })
  }
  const { user } = await connect(running.keys.member)
  await screen.findByRole('article', { name: /^#101/ })
  await refreshAndListen(user)
  const before = sent.length
  isHolding = true
  await patchAsOther(running, 101, { statusId: '1205' })
  await user.click(screen.getByRole('button', { name: 'Refresh' }))
  await waitFor(() => expect(sent.length).toBeGreaterThan(before))
  isHolding = false
  release()
  const moved = await screen.findByRole('article', { name: /^#101/ })
  await within(moved).findByText(movedFrom('Queued'))
  // It's sent when the page is idle.
  await delay(5_000)
  expect(sent).toEqual([...new Set(sent)])
  channel.close()
})

interface SharedMessage {
  hash: string
  type: string
  loaded?: { board: unknown; requestedAt: number }
}
