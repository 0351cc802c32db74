import { expect, test } from 'vitest'
import { sameValue, shareBoard } from '#model/share-board.ts'
import { aBoard, aCard, aColumn, placesOf } from '#test/support/builders.ts'

test('an equal read is the board that is already there', () => {
  const before = aBoard({ a: [1, 2], b: [3] })
  expect(shareBoard(before, structuredClone(before))).toBe(before)
})

test('one moved card renews its two columns and itself, and nothing else', () => {
  const before = aBoard({ a: [1, 2, 3], b: [4], c: [5] })
  const after = shareBoard(before, aBoard({ a: [2, 3], b: [4, 1], c: [5] }))
  expect(placesOf(after)).toEqual({ a: [2, 3], b: [4, 1], c: [5] })
  expect(after.columns[2]).toBe(before.columns[2])
  expect(after.columns[0]?.cards[0]).toBe(before.columns[0]?.cards[1])
  expect(after.columns[1]?.cards[0]).toBe(before.columns[1]?.cards[0])
  expect(after.columns[1]?.cards[1]).not.toBe(before.columns[0]?.cards[0])
})

test('a changed fact of a column renews the column and keeps its cards', () => {
  const before = aBoard({ a: [1] })
  const renamed = structuredClone(before)
  const [column] = renamed.columns
  if (column) column.name = 'New'
  const after = shareBoard(before, renamed)
  expect(after.columns[0]?.name).toBe('New')
  expect(after.columns[0]?.cards).toBe(before.columns[0]?.cards)
})

test.each([
  [{ a: 1 }, { a: 1, b: undefined }, true],
  [[1, [2]], [1, [2]], true],
  [[1], { 0: 1 }, false],
  [null, undefined, false],
  [Number.NaN, Number.NaN, true],
  [{ a: { b: 1 } }, { a: { b: 2 } }, false],
])('%j and %j are the same: %s', (a, b, same) => expect(sameValue(a, b)).toBe(same))

test.each([
  [{ number: 2 }],
  [{ title: 'new' }],
  [{ projectId: '9' }],
  [{ priority: 'low' }],
  [{ assignee: 'Ada' }],
  [{ locked: 'why' }],
  [{ unreadable: true as const }],
  [{ blocked: { reason: '' } }],
  [{ labels: null }],
  [{ labels: [{ id: '7' }] }],
  [{ labels: [{ id: '8', name: 'eight' }] }],
])('a card that differs in %j is new', (facts) => {
  const boardOf = (change: object) => ({
    columns: [aColumn('a', [], { cards: [aCard(1, { labels: [{ id: '8' }], ...change }), aCard(2)] })],
    unreadable: 0,
    incomplete: false,
  })
  const before = boardOf({})
  const after = shareBoard(before, boardOf(facts))
  expect(after.columns[0]?.cards[0]).toMatchObject(facts)
  expect(after.columns[0]?.cards[0]).not.toBe(before.columns[0]?.cards[0])
  expect(after.columns[0]?.cards[1]).toBe(before.columns[0]?.cards[1])
})
