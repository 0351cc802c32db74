import { describe, expect, test } from 'vitest'
import { hasNextPage, idOf } from '#contract/json.ts'
import { readBoard } from '#contract/readers/read-board.ts'
import { readLabels } from '#contract/readers/read-label.ts'

describe('an id', () => {
  test.each([
    ['9007199254740993', '9007199254740993'],
    ['0x1', '0x1'],
    ['__proto__', '__proto__'],
    [' 12', ' 12'],
    [12, '12'],
    [0, '0'],
  ])('is read from %j without a change', (value, id) => expect(idOf(value)).toBe(id))

  test.each([
    [''],
    ['  '],
    [2 ** 53],
    [1.5],
    [Number.NaN],
    [null],
    [{}],
    [['1']],
    [true],
    ['x'.repeat(1_001)],
  ])('is undefined for %j, which could address another resource', (value) =>
    expect(idOf(value)).toBeUndefined(),
  )
})

describe('further pages [gap G19]', () => {
  test.each([
    [{ items: [], next: 'https://x/2' }],
    [{ items: [], nextCursor: 'abc' }],
    [{ items: [], has_more: true }],
    [{ items: [], links: { next: '/2' } }],
    [{ items: [], meta: { page: { next_page: 2 } } }],
    [{ items: [], pageInfo: { hasNextPage: true } }],
  ])('are detected in %j', (json) => {
    expect(hasNextPage(json)).toBe(true)
    expect(readLabels(json)?.hasNextPage).toBe(true)
  })

  test.each([
    [[]],
    [{ items: [], next: null }],
    [{ items: [], has_more: false }],
    [{ items: [], total: 3 }],
  ])('are not detected in %j', (json) => expect(readLabels(json)?.hasNextPage).toBe(false))

  test('are detected in a board too', () => {
    expect(readBoard({ columns: [], next_page: 2 })?.hasNextPage).toBe(true)
    expect(readBoard({ columns: [] })?.hasNextPage).toBe(false)
  })
})

test('tasks that are not a list count as one unreadable card, and missing tasks as no cards [gap G16]', () => {
  const counts = [undefined, null, [], 'x', {}, 7].map((tasks) => {
    const board = readBoard({ columns: [{ statusId: '1', tasks }] })
    return [board?.columns[0]?.cards.length, board?.unreadableCount]
  })
  expect(counts).toEqual([
    [0, 0],
    [0, 0],
    [0, 0],
    [1, 1],
    [1, 1],
    [1, 1],
  ])
})
