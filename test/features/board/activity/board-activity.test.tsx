import { act, screen, waitFor, within } from '@testing-library/react'
import { delay, HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import * as entries from '#messages/activity-entry-messages.ts'
import * as messages from '#messages/activity-messages.ts'
import { countedCards } from '#messages/filter-messages.ts'
import { useToastStore } from '#state/toast-store.ts'
import { changeUrl } from '#state/url.ts'
import { useVisitsStore } from '#state/visits-store.ts'
import {
  announcement,
  cardsIn,
  columnsFilled,
  connect,
  type PageService,
  pageOverService,
  type User,
} from '#test/support/page.tsx'
import { holdResponses, moveTo, patchAsOther } from '#test/support/steps.ts'

const { start, requests } = pageOverService()
const MAINTAINER = { type: 'other', name: 'Demo maintainer' } as const
const BUILDING = '1202'
/** How often the page records that somebody is there. */
const RECORD_INTERVAL_MS = 30_000

beforeEach(() => {
  localStorage.removeItem('trunkline.visits')
  window.history.replaceState(null, '', '/')
})

async function openBoard(running: PageService, key = running.keys.member) {
  if (key !== running.keys.member) window.history.replaceState(null, '', '/?w=12')
  const { user } = await connect(key)
  await screen.findByRole('article', { name: /^#104/ })
  await columnsFilled()
  return user
}

const visits = () => Object.values(useVisitsStore.getState().visits)

/** As if the person had left an hour ago, when nothing had happened yet. */
function leaveAnHourAgo(): void {
  const visit = { newestAtStart: '', lastSeen: '', at: Date.now() - 3_600_000, isRead: true }
  localStorage.setItem('trunkline.visits', JSON.stringify({ '["12",""]': visit }))
}

async function openActivity(user: User) {
  await user.click(screen.getByRole('button', { name: 'More' }))
  await user.click(await screen.findByRole('menuitem', { name: messages.ACTIVITY }))
  return screen.findByRole('dialog', { name: messages.ACTIVITY })
}

function listed(dialog: HTMLElement, label: string): string[] {
  const list = within(dialog).queryByRole('list', { name: label })
  const items = list ? [...list.children] : []
  return items.map((item) => item.querySelector('bdi')?.textContent ?? '')
}

async function createLabel({ own, keys }: PageService, name: string): Promise<void> {
  const headers = {
    Authorization: `Bearer ${keys.maintainer}`,
    'Content-Type': 'application/json',
  }
  const init = { method: 'POST', headers, body: JSON.stringify({ name }) }
  expect((await own(new Request('http://board.test/v1/labels', init))).status).toBe(201)
}

const newButton = (count: number) =>
  screen.findByRole('button', { name: entries.changesSinceLastVisit(count, false) })

describe('what has happened [gap G30]', () => {
  test('since the last visit is counted in the header, and told by person', async () => {
    leaveAnHourAgo()
    const running = await start()
    for (const number of [101, 102, 103]) {
      expect(await patchAsOther(running, number, { statusId: BUILDING })).toBe(200)
    }
    const user = await openBoard(running)
    const button = await newButton(3)
    await user.click(button)
    const dialog = await screen.findByRole('dialog', { name: messages.ACTIVITY })
    const text = entries.movedBy(MAINTAINER, countedCards(3), 'Queued', 'Building')
    await waitFor(() => expect(listed(dialog, entries.SINCE_LAST_VISIT)).toEqual([text]))
    await user.click(within(dialog).getByText(text))
    await user.click(within(dialog).getByRole('button', { name: /^#102/ }))
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^#102/))
    await waitFor(() => expect(button.isConnected).toBe(false))
  })

  test('by the person, or during a visit, isn’t counted', async () => {
    const running = await start()
    const user = await openBoard(running)
    await waitFor(() => expect(visits()).toHaveLength(1))
    expect(await patchAsOther(running, 102, { statusId: BUILDING })).toBe(200)
    await moveTo(user, /^Actions for #101/, 'Building')
    await waitFor(() => expect(cardsIn('Building')).toContain(102))
    const dialog = await openActivity(user)
    await waitFor(() => expect(listed(dialog, messages.ACTIVITY)).toHaveLength(2))
    expect(listed(dialog, messages.ACTIVITY).join()).toContain('You moved #101')
    expect(screen.queryByRole('button', { name: /since your last visit$/ })).toBeNull()
    await user.selectOptions(within(dialog).getByLabelText('Show'), messages.KIND_NAMES.others)
    await waitFor(() => expect(listed(dialog, messages.ACTIVITY)).toHaveLength(1))
  })

  test('while nobody was before an open page counts, too', async () => {
    const running = await start()
    const user = await openBoard(running)
    await waitFor(() => expect(visits()).toHaveLength(1))
    // The board shows nothing of it.
    await createLabel(running, 'hotfix')
    const stored = Object.entries(useVisitsStore.getState().visits)
    const anHourAgo = { at: Date.now() - 3_600_000 }
    useVisitsStore.setState({
      visits: Object.fromEntries(stored.map(([key, visit]) => [key, { ...visit, ...anHourAgo }])),
    })
    await delay(RECORD_INTERVAL_MS)
    await user.keyboard('{Shift}')
    await newButton(1)
  })

  test('is one toast for all that a person changes meanwhile', async () => {
    const running = await start()
    const user = await openBoard(running)
    await waitFor(() => expect(visits()).toHaveLength(1))
    for (const number of [101, 102, 103]) {
      expect(await patchAsOther(running, number, { statusId: BUILDING })).toBe(200)
    }
    await user.click(screen.getByRole('button', { name: 'Refresh' }))
    const text = entries.movedBy(MAINTAINER, countedCards(3), 'Queued', 'Building')
    await waitFor(() => expect(announcement()).toBe(text))
  })

  test('on a board that was left meanwhile isn’t announced on another one', async () => {
    let isHolding = false
    const { handler, release } = holdResponses('*/v1/board/activity', () => isHolding)
    const running = await start(handler)
    const user = await openBoard(running, running.keys.everywhere)
    await waitFor(() => expect(visits()).toHaveLength(1))
    isHolding = true
    expect(await patchAsOther(running, 102, { statusId: BUILDING })).toBe(200)
    await user.click(screen.getByRole('button', { name: 'Refresh' }))
    await waitFor(() => expect(cardsIn('Building')).toContain(102))
    act(() => changeUrl({ workspaceId: '14' }, 'push'))
    await screen.findByRole('heading', { level: 2, name: 'Intake' })
    isHolding = false
    release()
    await waitFor(() => expect(visits()).toHaveLength(2))
    expect(useToastStore.getState().toasts).toEqual([])
  })

  test('can’t be loaded at first, and can be asked for again', async () => {
    let isDown = true
    const failing = http.get('*/v1/board/activity', () =>
      isDown ? HttpResponse.json({ detail: 'Not now.' }, { status: 403 }) : undefined,
    )
    const running = await start(failing)
    const user = await openBoard(running)
    const dialog = await openActivity(user)
    expect((await within(dialog).findByRole('alert')).textContent).toContain('Not now.')
    isDown = false
    await user.click(within(dialog).getByRole('button', { name: 'Retry' }))
    await within(dialog).findByText(entries.NO_ACTIVITY_ON_BOARD)
  })

  test('is read page by page, each once', async () => {
    const running = await start()
    for (let index = 0; index < 101; index += 1) await createLabel(running, `label ${index}`)
    const user = await openBoard(running)
    const dialog = await openActivity(user)
    await waitFor(() => expect(listed(dialog, messages.ACTIVITY)).toHaveLength(100))
    await user.click(within(dialog).getByRole('button', { name: messages.SHOW_OLDER }))
    await waitFor(() => expect(listed(dialog, messages.ACTIVITY)).toHaveLength(101))
    expect(within(dialog).queryByRole('button', { name: messages.SHOW_OLDER })).toBeNull()
    expect(requests.filter((request) => request.includes('before='))).toHaveLength(1)
  })
})

test('stored visits that can’t be read are dropped', async () => {
  const good = { newestAtStart: '1', lastSeen: '1', at: 1, isRead: true }
  const stored = { a: good, b: { ...good, at: 'now' }, c: null }
  localStorage.setItem('trunkline.visits', JSON.stringify(stored))
  const running = await start()
  await openBoard(running)
  await waitFor(() => expect(Object.keys(useVisitsStore.getState().visits)).toContain('a'))
  expect(Object.keys(useVisitsStore.getState().visits)).not.toContain('b')
})
