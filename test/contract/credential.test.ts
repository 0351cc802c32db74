import { expect, test } from 'vitest'
import { readCredential } from '#contract/credential.ts'

test('a credential keeps its boards, also with unknown roles, and leaves out what is none', () => {
  const read = readCredential({
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
  expect(read).toEqual({
    clientId: 'c',
    name: 'c',
    scopes: ['read', '5'],
    boards: [{ workspaceId: '12', organizationId: '', role: 'viewer' }],
    unreadable: 2,
    answering: null,
  })
})

test.each([[null], [[]], [{ clientId: 'c' }], [{ boards: [] }]])('%j is no credential', (json) => {
  expect(readCredential(json)).toBeUndefined()
})
