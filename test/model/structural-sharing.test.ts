import { describe, expect, test } from 'vitest'
import type { Card } from '#contract/readers/read-card.ts'
import { shareBoard } from '#model/structural-sharing.ts'
import { aBoard, aCard, aColumn, placesOf } from '#test/support/builders.ts'
import { BOARD } from '#test/support/mutated-response.ts'

test('the previous board is returned when a load is equal', () => {
  const before = aBoard({ a: [1, 2], b: [3] })
  expect(shareBoard(before, structuredClone(before))).toBe(before)
})

test('only the card and its two columns get new objects when a card moves', () => {
  const before = aBoard({ a: [1, 2, 3], b: [4], c: [5] })
  const after = shareBoard(before, aBoard({ a: [2, 3], b: [4, 1], c: [5] }))
  expect(placesOf(after)).toEqual({ a: [2, 3], b: [4, 1], c: [5] })
  expect(after.columns[2]).toBe(before.columns[2])
  expect(after.columns[0]?.cards[0]).toBe(before.columns[0]?.cards[1])
  expect(after.columns[1]?.cards[0]).toBe(before.columns[1]?.cards[0])
  expect(after.columns[1]?.cards[1]).not.toBe(before.columns[0]?.cards[0])
})

test('a column gets a new object and keeps its cards when one of its fields changes', () => {
  const before = aBoard({ a: [1] })
  const renamed = structuredClone(before)
  const [column] = renamed.columns
  if (column) column.name = 'New'
  const after = shareBoard(before, renamed)
  expect(after.columns[0]?.name).toBe('New')
  expect(after.columns[0]?.cards).toBe(before.columns[0]?.cards)
})

test.each([
  [{ number: 2 }],
  [{ title: 'new' }],
  [{ projectId: '9' }],
  [{ priority: 'low' }],
  [{ assignee: 'Ada' }],
  [{ lockedReason: 'no-number' }],
  [{ isUnreadable: true as const }],
  [{ blocked: { reason: '' } }],
  [{ blocked: { reason: '', code: 'conflicts' } }],
  [{ labels: null }],
  [{ labels: [{ id: '7' }] }],
  [{ labels: [{ id: '8', name: 'eight' }] }],
])('a card gets a new object when it differs in %j', (changedFields) => {
  const boardOf = (fields: object) => ({
    columns: [
      aColumn('a', [], { cards: [aCard(1, { labels: [{ id: '8' }], ...fields }), aCard(2)] }),
    ],
    unreadableCount: 0,
    hasNextPage: false,
  })
  const before = boardOf({})
  const after = shareBoard(before, boardOf(changedFields))
  expect(after.columns[0]?.cards[0]).toMatchObject(changedFields)
  expect(after.columns[0]?.cards[0]).not.toBe(before.columns[0]?.cards[0])
  expect(after.columns[0]?.cards[1]).toBe(before.columns[0]?.cards[1])
})

describe('a card of a repository', () => {
  const whole = BOARD.columns[0]?.tasks[0]?.repository
  const boardOf = (repository: object | undefined) => ({
    columns: [aColumn('a', [], { cards: [aCard(1, { repository } as Partial<Card>)] })],
    unreadableCount: 0,
    hasNextPage: false,
  })
  const cardAfter = (repository: object | undefined) => {
    const before = boardOf(whole)
    const [column] = shareBoard(before, boardOf(repository)).columns
    return { before: before.columns[0]?.cards[0], after: column?.cards[0] }
  }

  test('keeps its object when each part is the same', () => {
    const { before, after } = cardAfter(structuredClone(whole))
    expect(after).toBe(before)
  })

  test.each(Object.keys(whole ?? {}))('gets a new object when its %s differs', (part) => {
    const { before, after } = cardAfter({ ...whole, [part]: part === 'checks' ? [] : undefined })
    expect(after).not.toBe(before)
  })

  test('gets a new object when it is no longer there', () => {
    const { after } = cardAfter(undefined)
    expect(after?.repository).toBeUndefined()
  })
})
