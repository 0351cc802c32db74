import { expect, test } from 'vitest'
import { boardTitle, nameBoard, readSettings, rememberBoard, useSettingsStore } from '#state/settings-store.ts'

const DEFAULTS = {
  theme: 'system',
  recent: [],
  lastProject: {},
  seenProjects: {},
  boardNames: {},
  projectNames: {},
}

test.each([
  [null],
  ['text'],
  [[]],
  [{ theme: 7, recent: 'x', lastProject: { 12: 31 }, seenProjects: [], boardNames: { 12: null } }],
  [{ recent: [{ keyId: 'k' }, null, 'x'] }],
])('stored settings %j fall back to the defaults', (json) => expect(readSettings(json)).toEqual(DEFAULTS))

test('what can be read is kept, field by field', () => {
  const stored = {
    theme: 'dark',
    recent: [{ keyId: 'k', workspaceId: '12', more: 1 }, 5],
    lastProject: { 13: '41', 14: 9 },
    seenProjects: { 13: ['41', 42] },
    boardNames: 'x',
  }
  expect(readSettings(stored)).toEqual({
    ...DEFAULTS,
    theme: 'dark',
    recent: [{ keyId: 'k', workspaceId: '12' }],
    lastProject: { 13: '41' },
    seenProjects: { 13: ['41'] },
  })
})

test('a board is remembered once, newest first', () => {
  for (const id of ['12', '13', '12']) rememberBoard('k', id)
  expect(useSettingsStore.getState().recent.map((one) => one.workspaceId)).toEqual(['12', '13'])
  useSettingsStore.setState(useSettingsStore.getInitialState())
})

test('a name is the device’s own, is trimmed, and goes when it is emptied', () => {
  nameBoard('12', '  Payments  ')
  expect(boardTitle(useSettingsStore.getState(), '12')).toBe('Payments')
  nameBoard('12', ' ')
  expect(boardTitle(useSettingsStore.getState(), '12')).toBe('Board 12')
  expect(boardTitle({ boardNames: {} }, 'constructor'), 'no prototype’s word is a name').toBe('Board constructor')
})

test('what another tab has changed is followed, and not written over', () => {
  const other = { ...DEFAULTS, boardNames: { 12: 'Payments' } }
  localStorage.setItem('trunkline.settings', JSON.stringify(other))
  window.dispatchEvent(new StorageEvent('storage', { key: 'trunkline.settings', newValue: JSON.stringify(other) }))
  rememberBoard('k', '12')
  const kept = JSON.parse(localStorage.getItem('trunkline.settings') ?? '')
  expect(kept).toMatchObject({ boardNames: { 12: 'Payments' }, recent: [{ keyId: 'k', workspaceId: '12' }] })
  useSettingsStore.setState(useSettingsStore.getInitialState())
})
