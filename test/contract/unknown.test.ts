import { describe, expect, test } from 'vitest'
import { readBoard } from '#contract/board.ts'
import { readLabels } from '#contract/label.ts'
import { idOf, speaksOfMore } from '#contract/unknown.ts'

describe('an id', () => {
  test.each([
    ['9007199254740993', '9007199254740993'],
    ['0x1', '0x1'],
    ['__proto__', '__proto__'],
    [' 12', ' 12'],
    [12, '12'],
    [0, '0'],
  ])('%j is taken as it came', (value, id) => expect(idOf(value)).toBe(id))

  test.each([[''], ['  '], [2 ** 53], [1.5], [Number.NaN], [null], [{}], [['1']], [true], ['x'.repeat(1_001)]])(
    '%j is none: it would address something else',
    (value) => expect(idOf(value)).toBeUndefined(),
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
  ])('are spoken of by %j', (json) => {
    expect(speaksOfMore(json)).toBe(true)
    expect(readLabels(json)?.incomplete).toBe(true)
  })

  test.each([[[]], [{ items: [], next: null }], [{ items: [], has_more: false }], [{ items: [], total: 3 }]])(
    'are not spoken of by %j',
    (json) => expect(readLabels(json)?.incomplete).toBe(false),
  )

  test('of a board are read off it too', () => {
    expect(readBoard({ columns: [], next_page: 2 })?.incomplete).toBe(true)
    expect(readBoard({ columns: [] })?.incomplete).toBe(false)
  })
})

test('tasks that are no list count as one card that cannot be read; no tasks are none [gap G16]', () => {
  const counts = [undefined, null, [], 'x', {}, 7].map((tasks) => {
    const board = readBoard({ columns: [{ statusId: '1', tasks }] })
    return [board?.columns[0]?.cards.length, board?.unreadable]
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
