import { describe, expect, test } from 'vitest'
import type { Board } from '#contract/readers/read-board.ts'
import { DEFAULT_ARRANGEMENT, SORT_ORDERS, type SortOrder } from '#model/arrangement.ts'
import { createBoardPipeline } from '#model/board-pipeline.ts'
import { EMPTY_FILTER } from '#model/card-filter.ts'
import { indexLabels } from '#model/label-lookup.ts'
import { createBoardSort } from '#model/sort-board.ts'
import { aCard, aColumn } from '#test/support/builders.ts'

const board: Board = {
  unreadableCount: 0,
  hasNextPage: false,
  columns: [
    aColumn('a', [], {
      cards: [
        aCard(3, { title: 'b', assignee: null, priority: 'low' }),
        aCard(12, { title: 'a10', assignee: 'zoe', priority: 'someday' }),
        aCard(2, { title: 'a9', assignee: 'Ada', priority: 'High' }),
        aCard(7, { title: 'B', assignee: null, priority: '' }),
        aCard(5, { title: 'c', assignee: 'Zoe', priority: 'urgent' }),
      ],
    }),
    aColumn('b', [9, 8]),
  ],
}

const numbers = (columns: readonly { cards: readonly { number?: number | undefined }[] }[]) =>
  columns.map(({ cards }) => cards.map(({ number }) => number))

test.each<[SortOrder, number[]]>([
  ['entered', [2, 3, 1]],
  ['committed', [3, 2, 1]],
])('by %s, the longest ago comes first, and what isn’t known last', (order, expected) => {
  const at = (entered: string, committed: string) => ({
    repository: { enteredAt: entered, committedAt: committed },
  })
  const cards = [
    aCard(1),
    aCard(2, at('2026-01-02T00:00:00Z', '2026-01-02T00:00:00Z')),
    aCard(3, at('2026-01-03T00:00:00Z', '2026-01-01T00:00:00Z')),
  ]
  const sorted = createBoardSort(order)({ ...board, columns: [aColumn('a', [], { cards })] })
  expect(numbers(sorted.columns)[0]).toEqual(expected)
})

describe('a sorted column', () => {
  test.each<[SortOrder, number[]]>([
    ['service', [3, 12, 2, 7, 5]],
    ['priority', [5, 2, 3, 12, 7]],
    ['number', [2, 3, 5, 7, 12]],
    ['title', [2, 12, 3, 7, 5]],
    ['assignee', [2, 12, 5, 3, 7]],
  ])('by %s has its cards in this order, ties as the service has them', (order, expected) => {
    expect(numbers(createBoardSort(order)(board).columns)[0]).toEqual(expected)
  })

  test.each(SORT_ORDERS)('by %s stays the same object until its cards change', (order) => {
    const sort = createBoardSort(order)
    const first = sort(board)
    const [a, b] = board.columns
    const changed = b && { ...b, cards: [...b.cards, aCard(1)] }
    const second = sort({ ...board, columns: [a, changed].flatMap((column) => column ?? []) })
    expect(second.columns[0]).toBe(first.columns[0])
    expect(second.columns[1]?.cards).toHaveLength(3)
  })

  test('leaves the loaded board as it is', () => {
    const before = JSON.stringify(board)
    createBoardSort('number')(board)
    expect(JSON.stringify(board)).toBe(before)
  })
})

describe('the pipeline of a board', () => {
  const labels = indexLabels([])
  const options = {
    filter: EMPTY_FILTER,
    arrangement: { ...DEFAULT_ARRANGEMENT, sort: 'number', hiddenColumns: ['a'] } as const,
    labels,
    unfolded: [],
  }

  test('filters, sorts, and leaves out hidden columns', () => {
    expect(numbers(createBoardPipeline(options).apply(board).board.columns)).toEqual([[8, 9]])
    const filter = { ...EMPTY_FILTER, text: 'a' }
    const arrangement = { ...options.arrangement, hiddenColumns: ['b'] }
    const shown = createBoardPipeline({ ...options, filter, arrangement }).apply(board)
    expect(numbers(shown.board.columns)).toEqual([[2, 12]])
  })

  test('sorts a column once while only hidden columns change', () => {
    const first = createBoardPipeline(options)
    const [sorted] = first.apply(board).board.columns
    const arrangement = { ...options.arrangement, hiddenColumns: [] }
    const second = createBoardPipeline({ ...options, arrangement }, first)
    expect(second.apply(board).board.columns[1]).toBe(sorted)
  })
})
