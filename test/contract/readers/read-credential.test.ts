import { expect, test } from 'vitest'
import { readCredential } from '#contract/readers/read-credential.ts'

test('a credential keeps boards with unknown roles, and omits and counts invalid entries', () => {
  const credential = readCredential({
    clientId: 'c',
    name: '',
    scopes: ['read', 5, null],
    boards: [
      { workspaceId: '12', organizationId: 1, role: 'steward' },
      null,
      { role: 'member' },
      { workspaceId: '12', role: 'viewer' },
    ],
  })
  expect(credential).toEqual({
    clientId: 'c',
    name: 'c',
    scopes: ['read', '5'],
    boards: [{ workspaceId: '12', organizationId: '', role: 'viewer' }],
    unreadableCount: 2,
    answering: null,
  })
})

test.each([[null], [[]], [{ clientId: 'c' }], [{ boards: [] }]])(
  '%j is not a credential',
  (json) => {
    expect(readCredential(json)).toBeUndefined()
  },
)
