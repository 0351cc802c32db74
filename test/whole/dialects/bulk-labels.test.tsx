import { fireEvent, screen, waitFor, within } from '@testing-library/react'

import { HttpResponse, http } from 'msw'

import { describe, expect, test } from 'vitest'

import {
  alreadySo,
  CHOOSE_LABELS,
  chosenChanges,
  labelsChanged,
} from '#messages/bulk-label-messages.ts'

import { PAUSED } from '#messages/bulk-messages.ts'

import { useActivityStore } from '#state/activity-store.ts'

import { useBulkActionStore } from '#state/bulk-action-store.ts'

import {
  announcement,
  cardsIn,
  connect,
  type PageService,
  pageOverService,
  type User,
} from '#test/support/page.tsx'

import { labelsOnServer } from '#test/support/steps.ts'

const { start, network, requests } = pageOverService()

const summary = async (text: RegExp) =>
  within(await screen.findByRole('region', { name: 'Notifications' })).findByText(text, undefined, {
    timeout: 15_000,
  })

/** A board that can't be read as a whole has details, too. */
async function openDetails(user: User) {
  const toasts = screen.getByRole('region', { name: 'Notifications' })
  await user.click(within(toasts).getByRole('button', { name: 'Details' }))
}

/** Selects the first cards of Queued, and opens the dialog for their labels. */
async function openForSelected(running: PageService, count: number) {
  const { user } = await connect(running.keys.member)
  const card = await screen.findByRole('article', { name: /^#101/ })
  await screen.findByRole('button', { name: 'Column actions for Queued' })
  const numbers = cardsIn('Queued').slice(0, count)
  card.focus()
  await user.keyboard('x{Shift>}')
  for (let index = 1; index < count; index += 1) await user.keyboard('{ArrowDown}')
  await user.keyboard('{/Shift}l')
  const dialog = await screen.findByRole('dialog', { name: 'Label selected cards' })
  return { user, numbers, dialog }
}

/** Presses labels, each once for every time that it's named. */
async function press(user: User, dialog: HTMLElement, ...labels: readonly string[]) {
  for (const label of labels) {
    await user.click(within(dialog).getByRole('checkbox', { name: labelName(label) }))
  }
}

/** On some of the cards, it is followed by their number. */
function labelName(label: string): RegExp {
  return new RegExp(`^${label}( \\d+ of \\d+)?$`)
}

/** Until the label is removed from all cards, whatever they have. */
async function pressUntilRemoved(user: User, dialog: HTMLElement, label: string) {
  await press(user, dialog, label)
  const added = chosenChanges({ added: [label], removed: [] })
  if (within(dialog).queryByText(added)) await press(user, dialog, label)
}

async function labelIdOf({ db }: PageService, name: string): Promise<string> {
  const query = db.selectFrom('labels').select('id').where('name', '=', name)
  return String((await query.where('board_id', '=', 12).executeTakeFirstOrThrow()).id)
}

const patches = () => requests.filter((request) => request.startsWith('PATCH'))

describe('a label of many cards', () => {
  test('is added to those that don’t have it, which Undo takes back, and the others are named before', async () => {
    const running = await start()
    const before = await labelsOnServer(running)
    const docs = await labelIdOf(running, 'docs')
    const { user, numbers, dialog } = await openForSelected(running, 4)
    await press(user, dialog, 'docs')
    const having = numbers.filter((number) => before[number]?.includes(docs))
    expect(having.length).toBeGreaterThan(0)
    for (const number of having) {
      within(dialog).getByText(
        (text) =>
          text.startsWith(`#${number} `) &&
          text.endsWith(alreadySo({ added: ['docs'], removed: [] })),
      )
    }
    const changing = numbers.length - having.length
    await user.click(within(dialog).getByRole('button', { name: `Apply to ${changing} cards` }))
    await summary(new RegExp(`^${changing} changed, ${having.length} left out\\.$`))
    const after = await labelsOnServer(running)
    for (const number of numbers) {
      expect(after[number]).toEqual([...new Set([...(before[number] ?? []), docs])].sort())
    }
    expect(patches()).toHaveLength(changing)
    const listed = useActivityStore.getState().entries.map(({ message }) => message)
    const [first = 0] = numbers.filter((number) => !having.includes(number))
    expect(listed.some((message) => message.startsWith(`#${first} `))).toBe(true)
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await summary(new RegExp(`^${changing} changed back\\.$`))
    expect(await labelsOnServer(running)).toEqual(before)
  }, 40_000)

  test('is removed from those that have it, and keeps all other labels', async () => {
    const running = await start()
    const before = await labelsOnServer(running)
    const security = await labelIdOf(running, 'security')
    const { user, numbers, dialog } = await openForSelected(running, 6)
    await pressUntilRemoved(user, dialog, 'security')
    const having = numbers.filter((number) => before[number]?.includes(security))
    const text = having.length === 1 ? 'Apply to 1 card' : `Apply to ${having.length} cards`
    await user.click(within(dialog).getByRole('button', { name: text }))
    await summary(new RegExp(`^${having.length} changed, ${6 - having.length} left out\\.$`))
    const after = await labelsOnServer(running)
    for (const number of numbers) {
      expect(after[number]).toEqual((before[number] ?? []).filter((id) => id !== security))
    }
  }, 40_000)

  test('is chosen and taken back, and then there is nothing to apply', async () => {
    const running = await start()
    const { user, dialog } = await openForSelected(running, 1)
    const box = within(dialog).getByRole<HTMLInputElement>('checkbox', { name: 'security' })
    expect(box.checked).toBe(true)
    await press(user, dialog, 'security')
    expect(box.checked).toBe(false)
    within(dialog).getByText(chosenChanges({ added: [], removed: ['security'] }))
    await press(user, dialog, 'security')
    within(dialog).getByText(CHOOSE_LABELS)
    await user.click(within(dialog).getByRole('button', { name: /^Apply to/ }))
    expect(patches()).toEqual([])
  })

  test('isn’t taken back or applied by a key that is held, and one Escape loses no choice', async () => {
    const running = await start()
    const { user, dialog } = await openForSelected(running, 2)
    await user.keyboard('dependencies{Enter}')
    const search = within(dialog).getByRole('searchbox', { name: 'Find a label' })
    fireEvent.keyDown(search, { key: 'Enter', repeat: true })
    within(dialog).getByText(chosenChanges({ added: ['dependencies'], removed: [] }))
    await user.clear(search)
    fireEvent.keyDown(search, { key: 'Enter', repeat: true })
    fireEvent.keyDown(search, { key: 'Enter', ctrlKey: true, repeat: true })
    fireEvent(dialog, new Event('cancel', { cancelable: true }))
    expect(dialog.isConnected).toBe(true)
    expect(patches()).toEqual([])
  })

  test('is replaced by another one with one request for each card, by keyboard alone, and Undo restores each card', async () => {
    const running = await start()
    const before = await labelsOnServer(running)
    const [security, docs] = [
      await labelIdOf(running, 'security'),
      await labelIdOf(running, 'docs'),
    ]
    const { user, numbers, dialog } = await openForSelected(running, 6)
    const having = numbers.filter((number) => before[number]?.includes(security))
    const box = within(dialog).getByRole<HTMLInputElement>('checkbox', {
      name: labelName('security'),
    })
    expect(box.indeterminate).toBe(having.length > 0 && having.length < numbers.length)
    // Some cards have it: the first press would add it to all.
    await user.keyboard('security{Enter}{Enter}docs{Enter}')
    within(dialog).getByText(chosenChanges({ added: ['docs'], removed: ['security'] }))
    await waitFor(() =>
      expect(announcement()).toBe(chosenChanges({ added: ['docs'], removed: ['security'] })),
    )
    await user.keyboard('{Control>}{Enter}{/Control}')
    await summary(/^\d changed(, \d left out)?\.$/)
    const after = await labelsOnServer(running)
    for (const number of numbers) {
      const kept = (before[number] ?? []).filter((id) => id !== security)
      expect(after[number]).toEqual([...new Set([...kept, docs])].sort())
    }
    const changed = numbers.filter((number) => `${after[number]}` !== `${before[number]}`)
    expect(patches()).toHaveLength(changed.length)
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await summary(new RegExp(`^${changed.length} changed back\\.$`))
    expect(await labelsOnServer(running)).toEqual(before)
  }, 40_000)

  test('is created where it is missed, and added with the others', async () => {
    const running = await start()
    const { user, numbers, dialog } = await openForSelected(running, 2)
    await user.keyboard('release notes{Enter}')
    await user.keyboard('{Enter}')
    await within(dialog).findByText(chosenChanges({ added: ['release notes'], removed: [] }))
    await user.click(within(dialog).getByRole('button', { name: 'Apply to 2 cards' }))
    await summary(/^2 changed\.$/)
    const id = await labelIdOf(running, 'release notes')
    const after = await labelsOnServer(running)
    for (const number of numbers) expect(after[number]).toContain(id)
  }, 40_000)

  test('is paused, resumed, and canceled, and the rest can be sent later', async () => {
    const running = await start()
    const releases: (() => void)[] = []
    const { user, dialog } = await openForSelected(running, 6)
    network.use(
      http.patch('*/v1/cards/:number', async () => {
        await new Promise<void>((resolve) => releases.push(resolve))
        return undefined
      }),
    )
    await press(user, dialog, 'dependencies')
    await user.click(within(dialog).getByRole('button', { name: 'Apply to 6 cards' }))
    const bar = await screen.findByRole('region', { name: 'Add dependencies to 6 cards' })
    await waitFor(() => expect(releases.length).toBeGreaterThan(0))
    await user.click(within(bar).getByRole('button', { name: 'Pause' }))
    const open = releases.length
    expect(open).toBe(1)
    for (const release of releases.splice(0)) release()
    await waitFor(() => expect(settled()).toHaveLength(open))
    expect(releases).toEqual([])
    await user.click(within(bar).getByRole('button', { name: 'Cancel' }))
    await summary(new RegExp(`^${open} changed, ${6 - open} not sent\\.$`))
    network.resetHandlers(http.all('*/v1/*', ({ request }) => running.service.fetch(request)))
    await openDetails(user)
    await user.click(await screen.findByRole('button', { name: /^Change the other \d cards?$/ }))
    await summary(new RegExp(`^${6 - open} changed\\.$`))
  }, 40_000)

  test('stops at once when it is deleted, and no other label is lost', async () => {
    const running = await start()
    const { user, dialog } = await openForSelected(running, 5)
    await press(user, dialog, 'dependencies')
    const design = await labelIdOf(running, 'dependencies')
    await running.db.deleteFrom('card_labels').where('label_id', '=', Number(design)).execute()
    await running.db.deleteFrom('labels').where('id', '=', Number(design)).execute()
    await running.db.updateTable('boards').set({ revision: 70 }).execute()
    const before = await labelsOnServer(running)
    await user.click(within(dialog).getByRole('button', { name: 'Apply to 5 cards' }))
    await summary(/refused(, \d not sent)?\.$/)
    expect(await labelsOnServer(running)).toEqual(before)
  }, 40_000)

  test('stops at once when the service doesn’t allow it', async () => {
    const running = await start()
    const denied = () => HttpResponse.json({ detail: 'Not you.' }, { status: 403 })
    const { user, dialog } = await openForSelected(running, 6)
    network.use(http.patch('*/v1/cards/:number', denied))
    await press(user, dialog, 'dependencies')
    await user.click(within(dialog).getByRole('button', { name: 'Apply to 6 cards' }))
    await summary(/^\d not allowed(, \d not sent)?\.$/)
    expect(settled().length).toBeLessThanOrEqual(4)
  })

  test('pauses when the board can’t be loaded, and the other cards are not sent', async () => {
    const running = await start()
    const before = await labelsOnServer(running)
    const { user, numbers, dialog } = await openForSelected(running, 6)
    let patchCount = 0
    network.use(
      http.patch('*/v1/cards/:number', () => {
        patchCount += 1
        return undefined
      }),
      http.get('*/v1/board', () =>
        patchCount < 2 ? undefined : HttpResponse.json({ detail: 'Down.' }, { status: 503 }),
      ),
    )
    await press(user, dialog, 'dependencies')
    await user.click(within(dialog).getByRole('button', { name: 'Apply to 6 cards' }))
    const bar = await screen.findByRole('region', { name: 'Add dependencies to 6 cards' })
    await within(bar).findByText(PAUSED.connection, undefined, { timeout: 15_000 })
    expect(patchCount).toBe(2)
    network.resetHandlers(http.all('*/v1/*', ({ request }) => running.service.fetch(request)))
    await user.click(within(bar).getByRole('button', { name: 'Resume' }))
    await summary(/^\d changed(, 1 not confirmed)?\.$/)
    const id = await labelIdOf(running, 'dependencies')
    const after = await labelsOnServer(running)
    for (const number of numbers) {
      expect(after[number]).toEqual([...(before[number] ?? []), id].sort())
    }
  }, 40_000)

  test('leaves out a card that has left the board by the time of its undo', async () => {
    const running = await start()
    const { user, numbers, dialog } = await openForSelected(running, 2)
    await press(user, dialog, 'dependencies')
    await user.click(within(dialog).getByRole('button', { name: 'Apply to 2 cards' }))
    await summary(/^2 changed\.$/)
    const [first = 0] = numbers
    await running.db.deleteFrom('cards').where('number', '=', first).execute()
    await running.db.updateTable('boards').set({ revision: 900 }).execute()
    await user.click(screen.getByRole('button', { name: 'Refresh' }))
    await waitFor(() => expect(cardsIn('Queued')).not.toContain(first))
    await user.keyboard('{Control>}z{/Control}')
    await summary(/^1 changed back, 1 left out\.$/)
  }, 40_000)

  test('is told by its outcome on each card', async () => {
    const running = await start()
    const { user, dialog } = await openForSelected(running, 3)
    await press(user, dialog, 'dependencies')
    await user.click(within(dialog).getByRole('button', { name: 'Apply to 3 cards' }))
    await summary(/^3 changed\.$/)
    await openDetails(user)
    await screen.findByText(
      labelsChanged('#101 Rotate signing keys', { added: ['dependencies'], removed: [] }),
    )
  }, 40_000)
})

function settled() {
  const cards = useBulkActionStore.getState().action?.cards ?? []
  return cards.map(({ state }) => state).filter((state) => state === 'settled')
}
