import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { movedFrom } from '#messages/diff-messages.ts'
import { LEAVE_WALL_DISPLAY, NO_CONNECTION, WALL_DISPLAY } from '#messages/wall-messages.ts'
import { BOARD_ENTRIES, missingEntries } from '#messages/warning-messages.ts'
import { useBulkActionStore } from '#state/bulk-action-store.ts'
import { useDialogStore } from '#state/dialog-store.ts'
import { loadSavedViews, useSavedViewsStore } from '#state/saved-views-store.ts'
import { changeUrl } from '#state/url.ts'
import { connect, pageOverService } from '#test/support/page.tsx'
import { patchAsOther } from '#test/support/steps.ts'

const { start, network, requests } = pageOverService()

const release = vi.fn(async () => undefined)
const request = vi.fn(async () => ({ release }))

beforeEach(() => {
  Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: { request } })
})
afterEach(() => {
  Reflect.deleteProperty(navigator, 'wakeLock')
  vi.restoreAllMocks()
  request.mockClear()
  release.mockClear()
})

async function openWall(query = '?tv=1') {
  window.history.replaceState(null, '', `/${query}`)
  const running = await start()
  const { user } = await connect(running.keys.member)
  await waitFor(() => expect(cardsOf('Queued').length).toBeGreaterThan(0))
  return { running, user }
}

/** The page loads the board then, and doesn’t wait until the next poll. */
function returnToPage() {
  window.dispatchEvent(new Event('visibilitychange'))
}

function cardsOf(column: string): string[] {
  const region = screen.getByRole('region', { name: column })
  return within(region)
    .getAllByRole('listitem')
    .map(({ textContent }) => /#(\d+)/.exec(textContent ?? '')?.[1] ?? '')
}

test('shows the cards of the view without anything to operate but the way out', async () => {
  await openWall('?tv=1&priority=high&sort=number')
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    LEAVE_WALL_DISPLAY,
  ])
  expect(screen.queryAllByRole('link')).toEqual([])
  expect(screen.queryByRole('banner')).toBeNull()
  expect(cardsOf('Queued')).toContain('101')
  expect(cardsOf('Queued')).not.toContain('102')
  screen.getByText(/Filter: high/)
})

test('no key changes or opens anything', async () => {
  const { user } = await openWall()
  // What answers keys elsewhere is there.
  await waitFor(() => expect(document.title).toMatch(/^Storefront/))
  requests.length = 0
  await user.keyboard('xmls?wr/gl[[]]{Control>}k{/Control}')
  expect(useDialogStore.getState().dialog.type).toBe('none')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.queryByRole('toolbar')).toBeNull()
  expect(requests.filter((entry) => !entry.startsWith('GET'))).toEqual([])
})

test('is opened in the View menu, keeps the screen on, and Escape leads back to the list', async () => {
  loadSavedViews()
  window.history.replaceState(null, '', '/?view=list')
  const { keys } = await start()
  const { user } = await connect(keys.member)
  await screen.findByRole('grid', { name: 'Cards' })
  await user.click(screen.getByRole('button', { name: 'View' }))
  await user.click(await screen.findByRole('menuitem', { name: WALL_DISPLAY }))
  await screen.findByRole('button', { name: LEAVE_WALL_DISPLAY })
  expect(window.location.search).toContain('tv=1')
  await waitFor(() => expect(request).toHaveBeenCalledWith('screen'))
  await user.keyboard('{Escape}')
  await screen.findByRole('grid', { name: 'Cards' })
  await waitFor(() => expect(release).toHaveBeenCalled())
  expect(window.location.search).not.toContain('tv')
})

test('isn’t remembered as how the board was arranged last', async () => {
  loadSavedViews()
  window.history.replaceState(null, '', '/')
  const { keys } = await start()
  const { user } = await connect(keys.member)
  const chooseInMenu = async (role: string, name: string) => {
    await user.click(await screen.findByRole('button', { name: 'View' }))
    await user.click(await screen.findByRole(role, { name }))
  }
  await chooseInMenu('menuitemradio', 'List')
  const remembered = () => Object.values(useSavedViewsStore.getState().arrangements)
  await waitFor(() => expect(remembered()).toEqual(['?view=list']))
  await user.keyboard('{Escape}')
  await chooseInMenu('menuitem', WALL_DISPLAY)
  await screen.findByRole('button', { name: LEAVE_WALL_DISPLAY })
  expect(remembered()).toEqual(['?view=list'])
})

test('a change by another person appears with its mark', async () => {
  const { running } = await openWall()
  expect(await patchAsOther(running, 101, { statusId: '1202' })).toBe(200)
  const building = screen.getByRole('region', { name: 'Building' })
  returnToPage()
  await within(building).findByText(movedFrom('Queued'))
})

test('says that it isn’t up to date when the board can’t be loaded, or without a connection', async () => {
  await openWall()
  network.use(
    http.get('*/v1/board', () => HttpResponse.json({ detail: 'disk is full' }, { status: 500 })),
  )
  returnToPage()
  await screen.findByText(/^Not up to date, last loaded at .*disk is full/, {}, { timeout: 15_000 })
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  window.dispatchEvent(new Event('offline'))
  await screen.findByText(
    (text) => text.startsWith('Not up to date') && text.endsWith(NO_CONNECTION),
  )
})

test('says when the board is incomplete', async () => {
  const column = { statusId: '1', name: 'Queued', kind: 'stage', minRole: 'member' }
  const tasks = [{ id: 'a', number: 1, title: 'One', labels: [] }, 'nonsense']
  const board = { columns: [{ ...column, tasks }] }
  window.history.replaceState(null, '', '/?tv=1')
  const { keys } = await start(http.get('*/v1/board', () => HttpResponse.json(board)))
  await connect(keys.member)
  await screen.findByText(
    missingEntries(BOARD_ENTRIES, { unreadableCount: 1, hasNextPage: false }) ?? '',
  )
})

test('isn’t offered while cards are being changed, and pauses that when Back leads to it', async () => {
  const { user } = await openWall('?tv=1')
  await user.keyboard('{Escape}')
  await screen.findByRole('article', { name: /^#101/ })
  await screen.findByRole('button', { name: 'Column actions for Queued' })
  const releases: (() => void)[] = []
  network.use(
    http.patch('*/v1/cards/:number', async () => {
      await new Promise<void>((resolve) => releases.push(resolve))
      return undefined
    }),
  )
  screen.getByRole('article', { name: /^#101/ }).focus()
  await user.keyboard('x{Shift>}{ArrowDown}{/Shift}m')
  await user.click(await screen.findByRole('menuitem', { name: 'Building' }))
  await waitFor(() => expect(releases.length).toBeGreaterThan(0))
  await user.click(screen.getByRole('button', { name: 'View' }))
  const item = await screen.findByRole('menuitem', { name: WALL_DISPLAY })
  expect(item.getAttribute('aria-disabled')).toBe('true')
  await user.keyboard('{Escape}')
  act(() => changeUrl({ isWallDisplay: true }, 'replace'))
  await screen.findByRole('button', { name: LEAVE_WALL_DISPLAY })
  expect(useBulkActionStore.getState().action?.phase).toBe('paused')
  for (const release of releases.splice(0)) release()
})
