import { expect, test } from 'vitest'
import { readSettings } from '#state/settings-store.ts'

const DEFAULTS = { theme: 'system', lastBoard: null, lastKey: {}, lastProject: {} }

test.each([
  [null],
  ['text'],
  [[]],
  [{ theme: 7, lastBoard: 'x', lastKey: [], lastProject: { 12: 31 } }],
  [{ lastBoard: { keyId: 'k' } }],
])('stored settings %j fall back to the defaults', (json) => expect(readSettings(json)).toEqual(DEFAULTS))

test('what can be read is kept, field by field', () => {
  const stored = { theme: 'dark', lastBoard: 5, lastKey: { 12: 'k', 13: 9 }, lastProject: { 13: '41' } }
  expect(readSettings(stored)).toEqual({
    theme: 'dark',
    lastBoard: null,
    lastKey: { 12: 'k' },
    lastProject: { 13: '41' },
  })
})
