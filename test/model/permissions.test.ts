import { describe, expect, test } from 'vitest'
import { canMoveNowhere, verdict, verdictForCardLabels, verdictForMove } from '#model/permissions.ts'

describe('may a role do what needs another? [gap G10]', () => {
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
    ['steward', 'member', 'cannot-tell'],
    ['member', 'steward', 'cannot-tell'],
    ['', 'member', 'cannot-tell'],
    ['member', '', 'cannot-tell'],
  ])('%j for %j: %s', (role, needed, answer) => expect(verdict(role, needed).answer).toBe(answer))

  test('a no says what is needed and what the key is', () => {
    expect(verdict('member', 'maintainer')).toEqual({
      answer: 'no',
      needed: 'maintainer',
      reason: 'Needs maintainer. Your key is member on this board.',
    })
  })
})

test('a column without an id takes nobody’s cards', () => {
  expect(verdictForMove('owner', { statusId: undefined, minRole: 'viewer' }).answer).toBe('no')
})

test.each([
  ['viewer', 'cannot-tell'],
  ['member', 'yes'],
  ['steward', 'cannot-tell'],
])('%s and a card’s labels: %s', (role, answer) => expect(verdictForCardLabels(role).answer).toBe(answer))

test('a key can move nowhere only when every column says no', () => {
  const columns = [
    { statusId: '1', minRole: 'member' },
    { statusId: '2', minRole: 'maintainer' },
  ]
  expect(canMoveNowhere('viewer', columns)).toBe(true)
  expect(canMoveNowhere('member', columns)).toBe(false)
  expect(canMoveNowhere('steward', columns)).toBe(false)
})
