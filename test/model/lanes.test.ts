import { describe, expect, test } from 'vitest'
import type { Board } from '#contract/readers/read-board.ts'
import { ASSIGNEE_SEPARATOR } from '#contract/readers/read-card.ts'
import { DEFAULT_ARRANGEMENT, type Grouping } from '#model/arrangement.ts'
import { createBoardPipeline } from '#model/board-pipeline.ts'
import { EMPTY_FILTER } from '#model/card-filter.ts'
import { indexLabels } from '#model/label-lookup.ts'
import { createGrouping, placeInLanes } from '#model/lanes.ts'
import { aCard, aColumn } from '#test/support/builders.ts'

const labels = indexLabels([
  { id: '7', name: 'bug', color: 'red', taskCount: undefined },
  { id: '8', name: 'api', color: 'blue', taskCount: undefined },
])

const board: Board = {
  unreadableCount: 0,
  hasNextPage: false,
  columns: [
    aColumn('a', [], {
      cards: [
        aCard(1, { assignee: 'Zoe', priority: 'low', labels: [{ id: '7' }, { id: '8' }] }),
        aCard(2, { assignee: null, priority: '', labels: [] }),
        aCard(3, {
          assignee: `Ada${ASSIGNEE_SEPARATOR}Zoe`,
          priority: 'urgent',
          labels: [{ id: '8' }],
        }),
      ],
    }),
    aColumn('b', [], {
      cards: [
        aCard(4, { assignee: 'Zoe', priority: 'low', labels: null }),
        aCard(5, { assignee: 'Ada', priority: 'someday', labels: [{ id: '8' }] }),
      ],
    }),
  ],
}

type Grouped = Exclude<Grouping, 'none'>

/** The names of the lanes with the numbers of their cards in each column. */
function lanesBy(group: Grouped) {
  const grouped = createGrouping(group, labels).group(board)
  return grouped.lanes.map(({ name, ranges }) => [
    name,
    ...ranges.map(({ start, end }, index) =>
      grouped.board.columns[index]?.cards.slice(start, end).map(({ number }) => number),
    ),
  ])
}

describe('lanes', () => {
  test.each<[Grouped, unknown[]]>([
    [
      'assignee',
      [
        ['Ada', [3], [5]],
        ['Zoe', [1], [4]],
        [undefined, [2], []],
      ],
    ],
    [
      'priority',
      [
        ['urgent', [3], []],
        ['low', [1], [4]],
        ['someday', [], [5]],
        [undefined, [2], []],
      ],
    ],
    [
      'label',
      [
        ['api', [3], [5]],
        ['bug', [1], []],
        [undefined, [2], [4]],
      ],
    ],
  ])(
    'by %s have each card once, the first value decides, and none comes last',
    (group, expected) => {
      expect(lanesBy(group)).toEqual(expected)
    },
  )

  test('count their cards in all columns', () => {
    const { lanes } = createGrouping('assignee', labels).group(board)
    expect(lanes.map(({ count }) => count)).toEqual([2, 2, 1])
  })

  test('leave a column that has not changed the same object', () => {
    const { group } = createGrouping('assignee', labels)
    const first = group(board)
    const [a, b] = board.columns
    const changed = b && { ...b, cards: b.cards.slice(1) }
    const second = group({ ...board, columns: [a, changed].flatMap((column) => column ?? []) })
    expect(second.board.columns[0]).toBe(first.board.columns[0])
    expect(second.lanes.map(({ count }) => count)).toEqual([2, 1, 1])
  })

  test('keep their head and their count while they are collapsed, and no card', () => {
    const { group, collapsedLaneOf } = createGrouping('assignee', labels, ['=Zoe', ''])
    const grouped = group(board)
    expect(grouped.lanes.map(({ name, count, isCollapsed }) => [name, count, isCollapsed])).toEqual(
      [
        ['Ada', 2, false],
        ['Zoe', 2, true],
        [undefined, 1, true],
      ],
    )
    const numbers = grouped.board.columns.map(({ cards }) => cards.map(({ number }) => number))
    expect(numbers).toEqual([[3], [5]])
    const cards = board.columns.flatMap((column) => column.cards)
    const collapsed = cards
      .filter((card) => collapsedLaneOf(card) !== undefined)
      .map(({ number }) => number)
    expect(collapsed.sort()).toEqual([1, 2, 4])
  })

  test('know where a card is', () => {
    const { lanes } = createGrouping('assignee', labels).group(board)
    const place = placeInLanes(lanes, { columnIndex: 0, cardIndex: 1 })
    expect(place).toEqual({ lane: lanes[1], row: 0 })
    expect(placeInLanes(lanes, { columnIndex: 1, cardIndex: 2 })).toBeUndefined()
  })
})

describe('the pipeline', () => {
  const apply = (change: object, text = '') =>
    createBoardPipeline({
      filter: { ...EMPTY_FILTER, text },
      arrangement: { ...DEFAULT_ARRANGEMENT, ...change },
      labels,
      unfolded: [],
    }).apply(board)
  const numbersIn = ({ columns }: Board) =>
    columns.map(({ cards }) => cards.map(({ number }) => number))

  test('sorts within lanes, and counts the lanes that the filter hides', () => {
    const shown = apply({ group: 'assignee', sort: 'priority' }, 'zoe')
    expect(numbersIn(shown.board)).toEqual([[3, 1], [4]])
    expect(shown.lanes?.map(({ name }) => name)).toEqual(['Ada', 'Zoe'])
    expect(shown.hiddenLaneCount).toBe(1)
    expect(apply({ group: 'assignee' }).hiddenLaneCount).toBe(0)
  })

  test.each(['board', 'list'])('shows no card of a collapsed lane on a %s', (layout) => {
    const shown = apply({ layout, group: 'assignee', collapsedLanes: ['=Zoe'] })
    expect(numbersIn(shown.board)).toEqual(layout === 'list' ? [[2, 3], [5]] : [[3, 2], [5]])
    expect(numbersIn(shown.inOrder).flat().sort()).toEqual([2, 3, 5])
    expect([...shown.collapsedCounts]).toEqual([
      ['a', 1],
      ['b', 1],
    ])
    expect(apply({ layout, group: 'assignee' }).collapsedCounts.size).toBe(0)
  })

  test('has a list of all visible cards, sorted and grouped across columns', () => {
    const list = apply({ layout: 'list', sort: 'number', hiddenColumns: ['b'] })
    expect(numbersIn(list.inOrder)).toEqual([[1, 2, 3]])
    expect(numbersIn(list.board)).toEqual([[1, 2, 3]])
    const sorted = apply({ layout: 'list', sort: 'priority' })
    expect(numbersIn(sorted.inOrder)).toEqual([[3, 1, 4, 5, 2]])
    const grouped = apply({ layout: 'list', group: 'assignee', sort: 'number' })
    expect(numbersIn(grouped.inOrder)).toEqual([[3, 5, 1, 4, 2]])
    expect(numbersIn(grouped.board)).toEqual([
      [1, 2, 3],
      [4, 5],
    ])
    expect(grouped.lanes?.map(({ count }) => count)).toEqual([2, 2, 1])
  })
})
