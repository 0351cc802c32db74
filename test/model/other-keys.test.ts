import { describe, expect, test } from 'vitest'
import { otherKeyFor, weakestKey } from '#model/other-keys.ts'

const key = (name: string, role: string) => ({ keyId: name, name, role })
const KEYS = [key('Boss', 'owner'), key('Lead', 'maintainer'), key('Team', 'member')]
const column = (minRole: string) => ({ key: 'a', statusId: 'a', name: 'A', minRole })

describe('the other key that is offered', () => {
  test('has the lowest sufficient role, whatever the order of the keys', () => {
    const isSufficient = (role: string) => role !== 'member'
    expect(weakestKey(KEYS, isSufficient)?.name).toBe('Lead')
    expect(weakestKey([...KEYS].reverse(), isSufficient)?.name).toBe('Lead')
  })

  test('is the first one of several with the same role', () =>
    expect(weakestKey([key('One', 'member'), key('Two', 'member')], () => true)?.name).toBe('One'))

  test.each([
    ['viewer', 'Team'],
    ['member', 'Team'],
    ['maintainer', 'Lead'],
    ['owner', 'Boss'],
    ['release-captain', undefined],
  ])('for a column that requires %s is %s', (minRole, name) =>
    expect(otherKeyFor(column(minRole), KEYS)?.name).toBe(name),
  )

  test('is none when the list is empty', () => expect(weakestKey([], () => true)).toBeUndefined())
})
