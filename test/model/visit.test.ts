import { expect, test } from 'vitest'
import { itemsAfter, itemsInBetween, nextVisit } from '#model/visit.ts'

const MINUTE = 60_000
const list = ['5', '4', '3', '2', '1'].map((id) => ({ id }))
const ids = (items: readonly { id: string }[]) => items.map(({ id }) => id).join('')

test('at the first visit, nothing is new', () => {
  const first = nextVisit(undefined, '2', 0)
  expect([first.isRead, ids(itemsInBetween(list, first))]).toEqual([true, ''])
})

test('a reload is the same visit, and half an hour later begins another one', () => {
  const first = nextVisit(undefined, '2', 0)
  const reloaded = nextVisit(first, '3', 29 * MINUTE)
  expect(reloaded).toMatchObject({ lastSeenBefore: undefined, lastSeen: '3' })
  const back = nextVisit(reloaded, '5', 60 * MINUTE)
  expect(back).toMatchObject({ lastSeenBefore: '3', newestAtStart: '5', isRead: false })
  expect(ids(itemsInBetween(list, back))).toBe('54')
  expect(nextVisit(back, '5', 61 * MINUTE)).toMatchObject({ lastSeenBefore: '3', isRead: false })
})

test('what happens during a visit isn’t counted', () => {
  const back = nextVisit(nextVisit(undefined, '2', 0), '4', 60 * MINUTE)
  const later = nextVisit(back, '5', 70 * MINUTE)
  expect(ids(itemsInBetween(list, later))).toBe('43')
})

test('a visit after nothing has happened has nothing to read', () => {
  expect(nextVisit(nextVisit(undefined, '5', 0), '5', 60 * MINUTE).isRead).toBe(true)
})

test('all of a list are later than one that it doesn’t have', () => {
  expect(ids(itemsAfter(list, 'gone'))).toBe('54321')
  expect(ids(itemsAfter(list, '3'))).toBe('54')
})
