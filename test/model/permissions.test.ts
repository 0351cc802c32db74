import { describe, expect, test } from 'vitest'
import { verdictForCardLabels } from '#model/card-label-permission.ts'
import { canMoveNowhere, verdict, verdictForMove } from '#model/permissions.ts'

describe('the verdict for a role [gap G10]', () => {
  test.each([
    ['viewer', 'viewer', 'yes'],
    ['viewer', 'member', 'no'],
    ['member', 'viewer', 'yes'],
    ['member', 'maintainer', 'no'],
    ['maintainer', 'member', 'yes'],
    ['owner', 'maintainer', 'yes'],
    ['maintainer', 'owner', 'no'],
    [' Member ', 'MEMBER', 'yes'],
    ['Maintainer', 'member', 'yes'],
    ['steward', 'steward', 'yes'],
    ['steward', 'member', 'unknown'],
    ['member', 'steward', 'unknown'],
    ['', 'member', 'unknown'],
    ['member', '', 'unknown'],
  ])('of %j when %j is required is %s', (role, requiredRole, expected) =>
    expect(verdict(role, requiredRole).type).toBe(expected),
  )

  test('contains the required role and the role of the key when it is no', () => {
    expect(verdict('member', 'maintainer')).toEqual({
      type: 'no',
      requiredRole: 'maintainer',
      reason: 'Needs maintainer. Your role on this board is member.',
    })
  })
})

test('a column without an id accepts no moves', () => {
  expect(verdictForMove('owner', { statusId: undefined, minRole: 'viewer' }).type).toBe('no')
})

test.each([
  ['viewer', 'unknown'],
  ['member', 'yes'],
  ['steward', 'unknown'],
])('the verdict for editing the labels of a card as %s is %s', (role, expected) =>
  expect(verdictForCardLabels(role).type).toBe(expected),
)

test.each([
  ['viewer', 'member', 'no'],
  ['viewer', 'viewer', 'yes'],
  ['member', 'maintainer', 'no'],
])(
  'as %s where the service states %s for the labels of a card, it is %s',
  (role, minRole, expected) => expect(verdictForCardLabels(role, { minRole }).type).toBe(expected),
)

test('a role can move cards nowhere only when the verdict for every column is no', () => {
  const columns = [
    { statusId: '1', minRole: 'member' },
    { statusId: '2', minRole: 'maintainer' },
  ]
  expect(canMoveNowhere('viewer', columns)).toBe(true)
  expect(canMoveNowhere('member', columns)).toBe(false)
  expect(canMoveNowhere('steward', columns)).toBe(false)
})
