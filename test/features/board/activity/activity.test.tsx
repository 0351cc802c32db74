import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as messages from '#messages/activity-messages.ts'
import { hasOtherLabels, movedByOthers } from '#messages/diff-messages.ts'
import { moved } from '#messages/move-messages.ts'
import { useActivityStore } from '#state/activity-store.ts'
import { loadFollows, useFollowsStore } from '#state/follows-store.ts'
import { removeKey } from '#state/keys/change-keys.ts'
import { useKeysStore } from '#state/keys/keys-store.ts'
import { cardsIn, columnsFilled, connect, pageOverService, type User } from '#test/support/page.tsx'
import { moveTo, patchAsOther } from '#test/support/steps.ts'

// What the page has seen itself, for a service that doesn't tell.
const { start } = pageOverService({ isNameless: true })

beforeEach(() => {
  useActivityStore.setState(useActivityStore.getInitialState(), true)
  useFollowsStore.setState(useFollowsStore.getInitialState(), true)
  loadFollows()
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

async function openBoard() {
  window.history.replaceState(null, '', '/')
  const running = await start()
  const { user } = await connect(running.keys.member)
  await screen.findByRole('article', { name: /^#101/ })
  await columnsFilled()
  return { running, user }
}

async function openActivity(user: User) {
  await user.click(screen.getByRole('button', { name: 'More' }))
  await user.click(await screen.findByRole('menuitem', { name: messages.ACTIVITY }))
  return screen.findByRole('dialog', { name: messages.ACTIVITY })
}

/** What the list says, newest first, without the times. */
function listed(dialog: HTMLElement): string[] {
  const list = within(dialog).queryByRole('list', { name: messages.ACTIVITY })
  const items = list ? within(list).queryAllByRole('listitem') : []
  return items.map((item) => [...item.children].map((part) => part.textContent)[1] ?? '')
}

async function choose(user: User, dialog: HTMLElement, kind: keyof typeof messages.KIND_NAMES) {
  await user.selectOptions(within(dialog).getByLabelText('Show'), messages.KIND_NAMES[kind])
}

async function chooseInCardMenu(user: User, card: RegExp, item: string) {
  await user.click(await screen.findByRole('button', { name: card }))
  await user.click(await screen.findByRole('menuitem', { name: item }))
}

const isMarked = (name: RegExp) =>
  screen.getByRole('article', { name }).hasAttribute('data-followed')

describe('the activity', () => {
  test('has own and other changes, newest first, and leads to each card', async () => {
    const { running, user } = await openBoard()
    const empty = await openActivity(user)
    within(empty).getByText(messages.NO_ACTIVITY)
    await user.keyboard('{Escape}')
    await moveTo(user, /^Actions for #101/, 'Building')
    const own = moved('#101 Rotate signing keys', 'Queued', 'Building')
    await waitFor(() => expect(useActivityStore.getState().entries[0]?.message).toBe(own))
    expect(await patchAsOther(running, 102, { statusId: '1205' })).toBe(200)
    await user.click(screen.getByRole('button', { name: 'Refresh' }))
    await waitFor(() => expect(cardsIn('Staging')).toContain(102))
    const others = movedByOthers('#102 Page through audit entries', 'Queued', 'Staging')
    const dialog = await openActivity(user)
    await waitFor(() => expect(listed(dialog)).toEqual([others, `${messages.BY_YOU} · ${own}`]))
    await choose(user, dialog, 'own')
    expect(listed(dialog)).toEqual([`${messages.BY_YOU} · ${own}`])
    await choose(user, dialog, 'others')
    expect(listed(dialog)).toEqual([others])
    await choose(user, dialog, 'followed')
    within(dialog).getByText(messages.NO_SUCH_ACTIVITY)
    await choose(user, dialog, 'all')
    await user.click(within(dialog).getByRole('button', { name: messages.showCardLabel(others) }))
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^#102/))
  })

  test('has an own change of labels once it is confirmed', async () => {
    const { user } = await openBoard()
    await chooseInCardMenu(user, /^Actions for #102/, 'Edit labels')
    const panel = await screen.findByRole('dialog', { name: '#102 Page through audit entries' })
    await user.click(await within(panel).findByRole('checkbox', { name: 'bug' }))
    const own = hasOtherLabels('#102 Page through audit entries')
    await waitFor(() =>
      expect(useActivityStore.getState().entries.map(({ message }) => message)).toEqual([own]),
    )
  })

  test('has no move that was refused', async () => {
    const { user } = await openBoard()
    await moveTo(user, /^Actions for #107/, 'Verified')
    await waitFor(() =>
      expect(screen.getByRole('article', { name: /^#107/ }).hasAttribute('data-blocked')).toBe(
        true,
      ),
    )
    await moveTo(user, /^Actions for #101/, 'Building')
    await waitFor(() => expect(useActivityStore.getState().entries.length).toBeGreaterThan(0))
    const listed = useActivityStore.getState().entries.map(({ message }) => message)
    expect(listed).toEqual([moved('#101 Rotate signing keys', 'Queued', 'Building')])
  })

  test('is forgotten with the key that the board was loaded with', async () => {
    const { user } = await openBoard()
    await moveTo(user, /^Actions for #101/, 'Building')
    await waitFor(() => expect(useActivityStore.getState().entries).toHaveLength(1))
    const [key] = useKeysStore.getState().keys
    await removeKey(key?.id ?? '')
    await waitFor(() => expect(useActivityStore.getState().entries).toEqual([]))
  })

  test('of a board with hundreds of changes shows them page by page', async () => {
    const { user } = await openBoard()
    const [first] = (await openBoardEntries(user)) ?? []
    expect(first).toBe('Change 119')
  })

  async function openBoardEntries(user: User) {
    await moveTo(user, /^Actions for #101/, 'Building')
    await waitFor(() => expect(useActivityStore.getState().entries.length).toBe(1))
    const [entry] = useActivityStore.getState().entries
    if (!entry) return undefined
    const entries = Array.from({ length: 120 }, (_, id) => ({
      ...entry,
      id,
      message: `Change ${id}`,
    }))
    useActivityStore.setState({
      entries: entries.map((one) => ({ ...one, isOwn: false })).reverse(),
    })
    const dialog = await openActivity(user)
    expect(listed(dialog)).toHaveLength(50)
    const texts = listed(dialog)
    await user.click(within(dialog).getByRole('button', { name: messages.SHOW_OLDER }))
    await user.click(within(dialog).getByRole('button', { name: messages.SHOW_OLDER }))
    expect(listed(dialog)).toHaveLength(120)
    expect(within(dialog).queryByRole('button', { name: messages.SHOW_OLDER })).toBeNull()
    return texts
  }
})

describe('a followed card', () => {
  test('has a mark, is listed, and is kept on the device until it is no longer followed', async () => {
    const { user } = await openBoard()
    await chooseInCardMenu(user, /^Actions for #101/, messages.FOLLOW)
    await waitFor(() => expect(isMarked(/^#101/)).toBe(true))
    expect(isMarked(/^#102/)).toBe(false)
    expect(localStorage.getItem('trunkline.follows')).toContain('"cards":["')
    const dialog = await openActivity(user)
    await user.click(
      within(dialog).getByRole('button', {
        name: messages.stopFollowing('#101 Rotate signing keys'),
      }),
    )
    await user.keyboard('{Escape}')
    await waitFor(() => expect(isMarked(/^#101/)).toBe(false))
  })

  test('can be one that is assigned to a followed person', async () => {
    const { user } = await openBoard()
    const dialog = await openActivity(user)
    await user.selectOptions(within(dialog).getByLabelText(messages.FOLLOW_A_PERSON), 'Ada Okafor')
    await user.click(within(dialog).getByRole('button', { name: messages.FOLLOW }))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(isMarked(/^#101/)).toBe(true))
    expect(isMarked(/^#102/)).toBe(false)
  })

  test('is counted in the title when others change it while the person is elsewhere', async () => {
    const { running, user } = await openBoard()
    await chooseInCardMenu(user, /^Actions for #101/, messages.FOLLOW)
    vi.spyOn(document, 'hasFocus').mockReturnValue(false)
    expect(await patchAsOther(running, 101, { statusId: '1202' })).toBe(200)
    expect(await patchAsOther(running, 112, { labelIds: [] })).toBe(200)
    await user.click(screen.getByRole('button', { name: 'Refresh' }))
    await waitFor(() => expect(document.title).toMatch(/^\(1\) /))
    window.dispatchEvent(new Event('focus'))
    await waitFor(() => expect(document.title).not.toMatch(/^\(/))
    const dialog = await openActivity(user)
    await waitFor(() =>
      expect(listed(dialog)).toContain(hasOtherLabels('#112 Upgrade the TLS library')),
    )
    await choose(user, dialog, 'followed')
    expect(listed(dialog)).toEqual([
      movedByOthers('#101 Rotate signing keys', 'Queued', 'Building'),
    ])
  })

  test('isn’t counted while the person is at the page', async () => {
    const { running, user } = await openBoard()
    await chooseInCardMenu(user, /^Actions for #101/, messages.FOLLOW)
    vi.spyOn(document, 'hasFocus').mockReturnValue(true)
    expect(await patchAsOther(running, 101, { statusId: '1202' })).toBe(200)
    await user.click(screen.getByRole('button', { name: 'Refresh' }))
    await waitFor(() => expect(cardsIn('Building')).toContain(101))
    await waitFor(() => expect(useActivityStore.getState().entries).toHaveLength(1))
    expect(document.title).not.toMatch(/^\(/)
  })
})

describe('notifications of the system', () => {
  const shown = vi.fn<(title: string, options: { body: string }) => void>()

  function stubNotification(permission: NotificationPermission, answer = permission) {
    shown.mockClear()
    class FakeNotification {
      static permission = permission
      static requestPermission = async () => {
        FakeNotification.permission = answer
        return answer
      }
      onclick: (() => void) | undefined
      constructor(title: string, options: { body: string }) {
        shown(title, options)
      }
      close() {}
    }
    vi.stubGlobal('Notification', FakeNotification)
  }

  test('come for a followed card once they are allowed, and only while the person is elsewhere', async () => {
    stubNotification('default', 'granted')
    const { running, user } = await openBoard()
    await chooseInCardMenu(user, /^Actions for #101/, messages.FOLLOW)
    const dialog = await openActivity(user)
    await user.click(within(dialog).getByRole('checkbox', { name: messages.NOTIFY }))
    await waitFor(() => expect(useFollowsStore.getState().isNotifying).toBe(true))
    await user.click(within(dialog).getByRole('button', { name: 'Close' }))
    vi.spyOn(document, 'hasFocus').mockReturnValue(false)
    expect(await patchAsOther(running, 112, { labelIds: [] })).toBe(200)
    expect(await patchAsOther(running, 101, { statusId: '1202' })).toBe(200)
    await user.click(screen.getByRole('button', { name: 'Refresh' }))
    const body = movedByOthers('#101 Rotate signing keys', 'Queued', 'Building')
    await waitFor(() =>
      expect(shown).toHaveBeenCalledWith('Board 12', expect.objectContaining({ body })),
    )
    expect(shown).toHaveBeenCalledTimes(1)
  })

  test('are off, with the reason, where the browser doesn’t allow them', async () => {
    stubNotification('denied')
    const { user } = await openBoard()
    const dialog = await openActivity(user)
    const choice = within(dialog).getByRole('checkbox', { name: messages.NOTIFY })
    expect(choice).toHaveProperty('disabled', true)
    within(dialog).getByText(messages.NO_NOTIFICATIONS.denied)
  })

  test('stay off when the person answers no', async () => {
    stubNotification('default', 'denied')
    const { user } = await openBoard()
    const dialog = await openActivity(user)
    await user.click(within(dialog).getByRole('checkbox', { name: messages.NOTIFY }))
    await within(dialog).findByText(messages.NO_NOTIFICATIONS.denied)
    expect(useFollowsStore.getState().isNotifying).toBe(false)
  })
})

test('stored data that can’t be read is dropped', () => {
  const { workspaceId, ...readable } = { workspaceId: '12', cards: ['1', 7], people: 'Ada' }
  const boards = { [workspaceId]: readable, '13': null, '14': [] }
  localStorage.setItem('trunkline.follows', JSON.stringify({ boards, isNotifying: 'yes' }))
  loadFollows()
  expect(useFollowsStore.getState()).toEqual({
    boards: { '12': { cards: ['1'], people: [] } },
    isNotifying: false,
  })
})
