import { describe, expect, test } from 'vitest'
import { itemsAfter, itemsInBetween, nextVisit, type Visit } from '#model/visit.ts'

const MINUTE = 60_000
const list = ['5', '4', '3', '2', '1'].map((id) => ({ id }))
const ids = (items: readonly { id: string }[]) => items.map(({ id }) => id).join('')

interface Given {
  newestId: string
  at: number
  isFresh?: boolean
  /** Ids of what the person has done. */
  own?: readonly string[]
}

function visitAt(visit: Visit | undefined, given: Given): Visit {
  const { newestId, at, isFresh = false, own = [] } = given
  const known = itemsAfter(list, newestId).length
  const others = list.slice(known).filter(({ id }) => !own.includes(id))
  const isNewsAfter = (id: string | undefined) =>
    id !== undefined && others.some((one) => one.id > id)
  return nextVisit(visit, { newestId, now: at * MINUTE, isFresh, isNewsAfter })
}

test('at the first visit, nothing is new', () => {
  const first = visitAt(undefined, { newestId: '2', at: 0 })
  expect([first.isRead, ids(itemsInBetween(list, first))]).toEqual([true, ''])
})

describe('within half an hour', () => {
  const first = visitAt(undefined, { newestId: '2', at: 0 })

  test('what happens before the person is seen', () => {
    const later = visitAt(first, { newestId: '3', at: 29 })
    expect(later).toMatchObject({ lastSeenBefore: undefined, lastSeen: '3', isRead: true })
  })

  test('what has happened while the page was closed is new, unless the person did it', () => {
    const back = visitAt(first, { newestId: '4', at: 5, isFresh: true, own: ['3'] })
    expect(back).toMatchObject({ lastSeenBefore: '2', newestAtStart: '4', isRead: false })
    expect(ids(itemsInBetween(list, back))).toBe('43')
    const own = visitAt(first, { newestId: '4', at: 5, isFresh: true, own: ['3', '4'] })
    expect(own).toMatchObject({ lastSeenBefore: undefined, lastSeen: '4', isRead: true })
  })

  test('a reload without news is the same visit', () => {
    const reloaded = visitAt(first, { newestId: '2', at: 5, isFresh: true })
    expect(reloaded).toEqual({ ...first, at: 5 * MINUTE })
  })
})

test('half an hour later begins another visit', () => {
  const first = visitAt(undefined, { newestId: '3', at: 0 })
  const back = visitAt(first, { newestId: '5', at: 31 })
  expect(back).toMatchObject({ lastSeenBefore: '3', newestAtStart: '5', isRead: false })
  expect(ids(itemsInBetween(list, back))).toBe('54')
  expect(visitAt(back, { newestId: '5', at: 32 })).toMatchObject({ isRead: false })
})

test('what the person hasn’t looked at stays new from visit to visit', () => {
  const first = visitAt(undefined, { newestId: '2', at: 0 })
  const second = visitAt(first, { newestId: '3', at: 40 })
  const third = visitAt(second, { newestId: '5', at: 90 })
  expect(ids(itemsInBetween(list, third))).toBe('543')
  const read = visitAt({ ...second, isRead: true }, { newestId: '5', at: 90 })
  expect(ids(itemsInBetween(list, read))).toBe('54')
})

test('what happens during a visit isn’t counted', () => {
  const first = visitAt(undefined, { newestId: '2', at: 0 })
  const back = visitAt(first, { newestId: '4', at: 60 })
  const later = visitAt(back, { newestId: '5', at: 70 })
  expect(ids(itemsInBetween(list, later))).toBe('43')
})

test('a visit after nothing has happened, or only what the person did, has nothing to read', () => {
  const first = visitAt(undefined, { newestId: '4', at: 0 })
  expect(visitAt(first, { newestId: '4', at: 60 }).isRead).toBe(true)
  expect(visitAt(first, { newestId: '5', at: 60, own: ['5'] }).isRead).toBe(true)
})

test('all of a list are later than one that it doesn’t have', () => {
  expect(ids(itemsAfter(list, 'gone'))).toBe('54321')
  expect(ids(itemsAfter(list, '3'))).toBe('54')
})
