import { describe, expect, test } from 'vitest'
import { ASSIGNEE_SEPARATOR } from '#contract/readers/read-card.ts'
import { boardPriorities } from '#model/board-priorities.ts'
import { type CardFilter, createCardFilter, EMPTY_FILTER } from '#model/card-filter.ts'
import { indexLabels } from '#model/label-lookup.ts'
import { aBoard, aCard, aColumn } from '#test/support/builders.ts'

const board = {
  columns: [
    aColumn('a', [], {
      cards: [
        aCard(1, {
          title: 'Login fails',
          assignee: 'Ada',
          labels: [{ id: '7' }],
          blocked: { reason: 'x' },
        }),
        aCard(12, { title: 'Logout', priority: 'high' }),
        aCard(13, { priority: 'someday', labels: [{ id: 'Docs' }] }),
      ],
    }),
    aColumn('b', [3]),
  ],
  unreadableCount: 0,
  hasNextPage: false,
}
const labels = indexLabels([
  { id: '7', name: 'Security', color: 'red', taskCount: 1 },
  { id: '8', name: 'Docs', color: 'gray', taskCount: 1 },
])

describe('the filter', () => {
  test.each<[Partial<CardFilter>, number[]]>([
    [{ text: 'log' }, [1, 12]],
    [{ text: 'LOG ada' }, [1]],
    [{ text: 'security' }, [1]],
    [{ text: '#12' }, [12]],
    [{ text: 'high' }, [12]],
    [{ text: 'nothing' }, []],
    [{ blockedOnly: true }, [1]],
    [{ priorities: ['high'] }, [12]],
    [{ priorities: ['high', 'someday'] }, [12, 13]],
    [{ labelIds: ['7'] }, [1]],
    [{ labelIds: ['7', '8'] }, [1, 13]],
    [{ labelIds: ['7'], text: 'logout' }, []],
    [{ labelIds: ['999'] }, []],
  ])('%j shows the cards %j', (filter, expectedNumbers) => {
    const visible = createCardFilter({ ...EMPTY_FILTER, ...filter }, labels)(board)
    expect(visible.columns.flatMap((column) => column.cards.map((card) => card.number))).toEqual(
      expectedNumbers,
    )
  })

  test('keeps the column objects that have not changed', () => {
    const filterBoard = createCardFilter({ ...EMPTY_FILTER, text: 'log' }, labels)
    const before = filterBoard(board)
    const columns = board.columns.map((one, index) => (index === 0 ? { ...one, name: 'A' } : one))
    const after = filterBoard({ ...board, columns })
    expect(after.columns[0]?.name).toBe('A')
    expect(after.columns[1]).toBe(before.columns[1])
  })

  test('returns the same board when it is empty', () => {
    expect(createCardFilter({ ...EMPTY_FILTER, text: '  ' }, labels)(board)).toBe(board)
  })
})

test('priorities are listed as the cards have them, with known ones sorted by urgency [gap G17]', () => {
  const cards = ['low', 'someday', 'urgent', '', 'low'].map((priority, index) =>
    aCard(index, { priority }),
  )
  expect(boardPriorities({ ...aBoard({}), columns: [aColumn('a', [], { cards })] })).toEqual([
    'urgent',
    'low',
    'someday',
  ])
})

test('finds people also by the initials that a card shows', () => {
  const people = [
    'Jonas Lindqvist',
    ['Ada Okafor', 'June Lee'].join(ASSIGNEE_SEPARATOR),
    'Ada Okafor',
    null,
  ]
  const cards = people.map((assignee, index) => aCard(index + 1, { assignee }))
  const filter = createCardFilter({ ...EMPTY_FILTER, text: 'jl' }, labels)
  const [column] = filter({ ...board, columns: [aColumn('a', [], { cards })] }).columns
  expect(column?.cards.map((card) => card.number)).toEqual([1, 2])
})
