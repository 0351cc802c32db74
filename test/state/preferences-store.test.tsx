import { afterEach, beforeAll, expect, test } from 'vitest'
import { boardTitle, currentNames } from '#state/names.ts'
import { initializePreferences, nameBoard, readPreferences } from '#state/preferences-store.ts'
import { readRecentBoards } from '#state/recent-boards.ts'
import {
  initializeRecentBoards,
  rememberBoard,
  useRecentBoardsStore,
} from '#state/recent-boards-store.ts'
import { resetStores } from '#test/support/stores.ts'

const PREFERENCES = { theme: 'system', hasSingleKeys: true, boardNames: {}, projectNames: {} }
const RECENT_BOARDS = { recent: [], lastProject: {}, seenProjects: {} }

function changeInOtherTab(key: string, value: unknown): void {
  const newValue = JSON.stringify(value)
  localStorage.setItem(key, newValue)
  window.dispatchEvent(new StorageEvent('storage', { key, newValue }))
}

beforeAll(() => {
  initializePreferences()
  initializeRecentBoards()
})

afterEach(() => {
  resetStores()
  localStorage.clear()
})

test.each([
  [null],
  ['text'],
  [[]],
  [{ theme: 7, boardNames: { 12: null } }],
  [{ recent: 'x', lastProject: { 12: 31 }, seenProjects: [] }],
  [{ recent: [{ keyId: 'k' }, null, 'x'] }],
])('stored settings %j fall back to the defaults', (json) => {
  expect(readPreferences(json)).toEqual(PREFERENCES)
  expect(readRecentBoards(json)).toEqual(RECENT_BOARDS)
})

test('readable fields of the stored settings are used when the rest is unreadable', () => {
  const stored = {
    theme: 'dark',
    recent: [{ keyId: 'k', workspaceId: '12', more: 1 }, 5],
    lastProject: { 13: '41', 14: 9 },
    seenProjects: { 13: ['41', 42] },
    boardNames: 'x',
  }
  expect(readPreferences(stored)).toEqual({ ...PREFERENCES, theme: 'dark' })
  expect(readRecentBoards(stored)).toEqual({
    recent: [{ keyId: 'k', workspaceId: '12' }],
    lastProject: { 13: '41' },
    seenProjects: { 13: ['41'] },
  })
})

test('recent boards are unique and sorted from newest to oldest', () => {
  for (const workspaceId of ['12', '13', '12']) rememberBoard({ keyId: 'k', workspaceId })
  const { recent } = useRecentBoardsStore.getState()
  expect(recent.map((board) => board.workspaceId)).toEqual(['12', '13'])
})

test('the name of a board on this device is trimmed, and removed when it is blank', () => {
  nameBoard('12', '  Payments  ')
  expect(boardTitle(currentNames(), '12')).toBe('Payments')
  nameBoard('12', ' ')
  expect(boardTitle(currentNames(), '12')).toBe('Board 12')
  expect(boardTitle({ boardNames: {} }, 'constructor'), 'inherited properties are not names').toBe(
    'Board constructor',
  )
})

test('a name from another tab is used, and not overwritten by a later change', () => {
  changeInOtherTab('trunkline.settings', { ...PREFERENCES, boardNames: { 12: 'Payments' } })
  nameBoard('13', 'Billing')
  expect(JSON.parse(localStorage.getItem('trunkline.settings') ?? '')).toMatchObject({
    boardNames: { 12: 'Payments', 13: 'Billing' },
  })
})

test('a board opened in another tab is remembered, and not overwritten by a later change', () => {
  const other = { keyId: 'k', workspaceId: '12' }
  changeInOtherTab('trunkline.recent', { ...RECENT_BOARDS, recent: [other] })
  rememberBoard({ keyId: 'k', workspaceId: '13' })
  expect(JSON.parse(localStorage.getItem('trunkline.recent') ?? '')).toMatchObject({
    recent: [{ keyId: 'k', workspaceId: '13' }, other],
  })
})

test('boards that an older version stored with the settings are still known', () => {
  const recent = [{ keyId: 'k', workspaceId: '12' }]
  localStorage.setItem('trunkline.settings', JSON.stringify({ recent }))
  localStorage.removeItem('trunkline.recent')
  initializeRecentBoards()
  expect(useRecentBoardsStore.getState().recent).toEqual(recent)
})
