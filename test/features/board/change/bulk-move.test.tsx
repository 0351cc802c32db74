import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, test } from 'vitest'
import { BULK_ACTION_UNDER_WAY } from '#messages/bulk-messages.ts'
import type { BulkMove } from '#model/bulk-move.ts'
import { moveReportsOf } from '#queries/changes/move-reports.ts'
import { useAnnouncer } from '#state/announcer.ts'
import { useBulkActionStore } from '#state/bulk-action-store.ts'
import { removeKey } from '#state/keys/change-keys.ts'
import { useKeysStore } from '#state/keys/keys-store.ts'
import {
  announcement,
  cardsIn,
  columnsFilled,
  connect,
  pageOverService,
  refreshAndListen,
} from '#test/support/page.tsx'
import { columnOnServer, patchAsOther } from '#test/support/steps.ts'

const { start, network } = pageOverService()

/** Paths of the moves that were sent. */
const sent: string[] = []
const bar = () => screen.findByRole('region', { name: /^Move \d+ cards to Building$/ })
const summary = async (text: RegExp) =>
  within(await screen.findByRole('region', { name: 'Notifications' })).findByText(text)

/** Selects the first cards of Queued, and holds back the answer to each of their moves. */
async function startHeldMove(count: number) {
  const running = await start()
  const releases: (() => void)[] = []
  sent.length = 0
  network.use(
    http.patch('*/v1/cards/:number', async ({ request }) => {
      sent.push(new URL(request.url).pathname)
      await new Promise<void>((resolve) => releases.push(resolve))
      return undefined
    }),
  )
  const { user, queryClient } = await connect(running.keys.member)
  const card = await screen.findByRole('article', { name: /^#101/ })
  await screen.findByRole('button', { name: 'Column actions for Queued' })
  await columnsFilled()
  const numbers = cardsIn('Queued').slice(0, count)
  card.focus()
  await user.keyboard('x')
  await user.keyboard('{Shift>}')
  for (let index = 1; index < count; index += 1) await user.keyboard('{ArrowDown}')
  await user.keyboard('{/Shift}m')
  await user.click(await screen.findByRole('menuitem', { name: 'Building' }))
  await waitFor(() => expect(releases).toHaveLength(Math.min(4, count)))
  const releaseAll = () =>
    act(async () => {
      for (const release of releases.splice(0)) release()
    })
  return { running, user, numbers, releases, releaseAll, queryClient }
}

function moveUnderWay(): BulkMove | undefined {
  const { action } = useBulkActionStore.getState()
  return action?.type === 'move' ? action : undefined
}

describe('a move of several cards', () => {
  test('has at most four requests at once', async () => {
    const { releases, releaseAll } = await startHeldMove(6)
    await releaseAll()
    await waitFor(() => expect(releases).toHaveLength(2))
    expect(sent).toHaveLength(6)
    await releaseAll()
    await summary(/^6 moved\.$/)
  })

  test('checks a card again after a pause: one that somebody else has moved stays there', async () => {
    const { running, user, numbers, releases, releaseAll } = await startHeldMove(6)
    await user.click(within(await bar()).getByRole('button', { name: 'Pause' }))
    await releaseAll()
    const last = numbers.at(-1) ?? 0
    const review = moveUnderWay()?.cards[0]?.intent.toStatusId
    const statusId = String(Number(review) + 1)
    expect(await patchAsOther(running, last, { statusId })).toBe(200)
    await refreshAndListen(user)
    expect(sent).toHaveLength(4)
    await user.click(within(await bar()).getByRole('button', { name: 'Resume' }))
    await waitFor(() => expect(releases).toHaveLength(1))
    await releaseAll()
    await summary(/^5 moved, 1 left out\.$/)
    expect(await columnOnServer(running, last)).toBe('Review')
    expect(sent).toHaveLength(5)
  })

  test('keeps another one from starting, and the undo of an earlier one until it can be done', async () => {
    const { user, releaseAll } = await startHeldMove(5)
    await user.click(within(await bar()).getByRole('button', { name: 'Pause' }))
    const other = screen.getByRole('article', { name: new RegExp(`^#${cardsIn('Review')[0]} `) })
    other.focus()
    await user.keyboard('xm')
    const item = await screen.findByRole('menuitem', { name: 'Building' })
    expect(item.getAttribute('aria-disabled')).toBe('true')
    screen.getAllByText(BULK_ACTION_UNDER_WAY)
    await user.keyboard('{Escape}')
    await user.click(within(await bar()).getByRole('button', { name: 'Cancel' }))
    await releaseAll()
    await summary(/^4 moved, 1 not sent\.$/)
    expect(sent).toHaveLength(4)
  })

  test('can be completed after a cancel, from its details', async () => {
    const { user, releases, releaseAll, running, numbers } = await startHeldMove(6)
    await user.click(within(await bar()).getByRole('button', { name: 'Cancel' }))
    await releaseAll()
    await summary(/^4 moved, 2 not sent\.$/)
    await user.click(screen.getByRole('button', { name: 'Details' }))
    await user.click(await screen.findByRole('button', { name: 'Move the other 2 cards' }))
    await waitFor(() => expect(releases).toHaveLength(2))
    await releaseAll()
    await summary(/^2 moved\.$/)
    for (const number of numbers) expect(await columnOnServer(running, number)).toBe('Building')
  })

  test('takes no outcome from an earlier move of the same card', async () => {
    const { releaseAll, queryClient } = await startHeldMove(6)
    const waiting = () => moveUnderWay()?.cards.filter(({ state }) => state === 'waiting') ?? []
    const [card] = waiting()
    if (!card) throw new Error('No card waits.')
    const { session } = moveUnderWay() ?? {}
    if (!session) throw new Error('No move is under way.')
    const outcome = { type: 'moved', message: 'moved long ago', cardStatus: '' } as const
    const intent = { ...card.intent }
    moveReportsOf(queryClient).publish({ type: 'settled', session, intent, outcome })
    expect(waiting()).toHaveLength(2)
    await releaseAll()
    await waitFor(() => expect(waiting()).toEqual([]))
    await releaseAll()
    await summary(/^6 moved\.$/)
    expect(sent).toHaveLength(6)
  })

  test('is announced when it begins, and the focus stays with its card', async () => {
    const { releaseAll, numbers } = await startHeldMove(2)
    await waitFor(() => expect(announcement()).toBe('Moving 2 cards to Building…'))
    await waitFor(() => expect(useAnnouncer.getState().timer).toBeUndefined())
    expect(announcement()).toBe('Moving 2 cards to Building…')
    // The card that had the focus keeps it in its new column.
    await waitFor(() =>
      expect(document.activeElement?.getAttribute('data-card-number')).toBe(String(numbers[1])),
    )
    expect(cardsIn('Building')).toContain(numbers[1])
    await releaseAll()
    await summary(/^2 moved\.$/)
  })

  test('sends nothing more once its key is removed, and says so', async () => {
    const { releaseAll } = await startHeldMove(6)
    await act(async () => {
      for (const key of useKeysStore.getState().keys) await removeKey(key.id)
    })
    await releaseAll()
    await waitFor(() => expect(moveUnderWay()?.phase).toBe('done'))
    expect(sent).toHaveLength(4)
    const states = moveUnderWay()?.cards.map(({ state }) => state)
    expect(states?.filter((state) => state === 'waiting')).toHaveLength(2)
  })

  test('waits for a limit of the rate, and sends what a cancel stops later', async () => {
    const { user, releaseAll } = await startHeldMove(2)
    const limited = { status: 429, headers: { 'Retry-After': '60' } }
    await act(async () => undefined)
    network.use(http.patch('*/v1/cards/:number', () => HttpResponse.json({}, limited)))
    await releaseAll()
    await summary(/^2 moved\.$/)
    const card = screen.getByRole('article', { name: new RegExp(`^#${cardsIn('Queued')[0]} `) })
    card.focus()
    await user.keyboard('xm')
    await user.click(await screen.findByRole('menuitem', { name: 'Building' }))
    const region = await screen.findByRole('region', { name: 'Move 1 card to Building' })
    await within(region).findByText(/Resumes in \d+ s/)
    await user.click(within(region).getByRole('button', { name: 'Cancel' }))
    await summary(/^1 not sent\.$/)
  })
})

test('the question about cards that stay closes when another board opens, and sends nothing there', async () => {
  const { keys } = await start()
  sent.length = 0
  network.use(
    http.patch('*/v1/cards/:number', ({ request }) => {
      sent.push(new URL(request.url).pathname)
      return undefined
    }),
  )
  const { user } = await connect(keys.everywhere)
  await user.click(await screen.findByRole('button', { name: /^Storefront/ }))
  await screen.findByRole('article', { name: /^#101/ })
  const openBoard = async (name: RegExp) => {
    await user.click(screen.getByRole('button', { name: /^Workspace/ }))
    await user.click(await screen.findByRole('menuitemradio', { name }))
  }
  await openBoard(/^Large board/)
  await screen.findByRole('heading', { level: 2, name: 'Intake' })
  await openBoard(/^Storefront/)
  const card = await screen.findByRole('article', { name: /^#101/ })
  await screen.findByRole('button', { name: 'Column actions for Queued' })
  card.focus()
  await user.keyboard('x')
  screen.getByRole('article', { name: new RegExp(`^#${cardsIn('Building')[0]} `) }).focus()
  await user.keyboard('xm')
  await user.click(await screen.findByRole('menuitem', { name: 'Building' }))
  await screen.findByRole('dialog', { name: 'Move 1 card to Building' })
  window.history.back()
  await screen.findByRole('heading', { level: 2, name: 'Intake' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(useBulkActionStore.getState().action).toBeUndefined()
  expect(sent).toEqual([])
})
