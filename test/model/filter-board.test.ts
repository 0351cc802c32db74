import { describe, expect, test, vi } from 'vitest'
import type { Column } from '#contract/readers/read-board.ts'
import { ASSIGNEE_SEPARATOR } from '#contract/readers/read-card.ts'
import { boardPriorities } from '#model/board-lookup.ts'
import { ANY_CAUSE, type CardFilter, EMPTY_FILTER, NONE } from '#model/card-filter.ts'
import { type BoardFilter, createCardFilter } from '#model/filter-board.ts'
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
          blocked: { reason: 'conflicts in a.ts' },
        }),
        aCard(12, { title: 'Logout', priority: 'high' }),
        aCard(13, { priority: 'someday', labels: [{ id: 'Docs' }] }),
      ],
    }),
    aColumn('b', [3], { cards: [aCard(3), aCard(4, { labels: null })] }),
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
    [{ text: 'blocked' }, [1]],
    [{ text: 'a.ts conflicts' }, [1]],
    [{ blocked: [ANY_CAUSE] }, [1]],
    [{ blocked: ['conflicts'] }, [1]],
    [{ blocked: ['checks'] }, []],
    [{ blocked: ['checks', 'conflicts'] }, [1]],
    [{ blocked: [NONE] }, []],
    [{ priorities: ['high'] }, [12]],
    [{ priorities: ['high', 'someday'] }, [12, 13]],
    [{ labelIds: ['7'] }, [1]],
    [{ labelIds: ['7', '8'] }, [1, 13]],
    [{ labelIds: ['7'], text: 'logout' }, []],
    [{ labelIds: ['999'] }, []],
    [{ labelIds: [NONE] }, [12, 3]],
    [{ labelIds: ['7', NONE] }, [1, 12, 3]],
    [{ allLabelIds: ['7', '8'] }, []],
    [{ allLabelIds: ['8'] }, [13]],
    [{ allLabelIds: ['8', NONE] }, []],
    [{ allLabelIds: ['8'], labelIds: ['7', '8'] }, [13]],
    [{ withoutLabelIds: ['7'] }, [12, 13, 3]],
    [{ withoutLabelIds: ['7', '8'] }, [12, 3]],
    [{ withoutLabelIds: [NONE] }, [1, 13]],
    [{ withoutLabelIds: ['7'], labelIds: ['7', '8'] }, [13]],
    [{ assignees: ['Ada'] }, [1]],
    [{ assignees: [NONE] }, [12, 13, 3, 4]],
    [{ assignees: ['ada'] }, []],
    [{ assignees: ['Ada'], blocked: [ANY_CAUSE], labelIds: ['8'] }, []],
  ])('%j shows the cards %j', (filter, expectedNumbers) => {
    const visible = createCardFilter({ ...EMPTY_FILTER, ...filter }, labels).apply(board)
    expect(numbersOf(visible)).toEqual(expectedNumbers)
  })

  test('keeps the column objects that have not changed', () => {
    const filter = createCardFilter({ ...EMPTY_FILTER, text: 'log' }, labels)
    const before = filter.apply(board)
    const columns = board.columns.map((one, index) => (index === 0 ? { ...one, name: 'A' } : one))
    const after = filter.apply({ ...board, columns })
    expect(after.columns[0]?.name).toBe('A')
    expect(after.columns[1]).toBe(before.columns[1])
  })

  test('returns the same board when it is empty', () => {
    expect(createCardFilter({ ...EMPTY_FILTER, text: '  ' }, labels).apply(board)).toBe(board)
  })

  test('shows the same cards after any change as when it is new', () => {
    const filters: Partial<CardFilter>[] = [
      { text: 'l' },
      { text: 'log' },
      { text: 'login ada' },
      { text: 'log' },
      { text: 'LOGO' },
      { text: 'go' },
      { text: 'go', priorities: ['high'] },
      { text: 'gout', priorities: ['high'] },
      { text: 'gout', blocked: [ANY_CAUSE] },
      { text: '', labelIds: ['7'] },
      { text: 'log', labelIds: ['7', '8'] },
      { text: 'log' },
    ]
    let last: BoardFilter | undefined
    for (const changes of filters) {
      const filter = { ...EMPTY_FILTER, ...changes }
      const expected = numbersOf(createCardFilter(filter, labels).apply(board))
      last = createCardFilter(filter, labels, last)
      expect(numbersOf(last.apply(board)), JSON.stringify(changes)).toEqual(expected)
    }
  })

  test('follows new label names and changed cards while the text grows', () => {
    const renamed = indexLabels([{ id: '7', name: 'Payments', color: 'red', taskCount: 1 }])
    const textOf = (text: string) => ({ ...EMPTY_FILTER, text })
    const short = createCardFilter(textOf('pa'), labels)
    expect(numbersOf(short.apply(board))).toEqual([])
    expect(numbersOf(createCardFilter(textOf('pay'), renamed, short).apply(board))).toEqual([1])
    const log = createCardFilter(textOf('log'), labels)
    expect(numbersOf(log.apply(board))).toEqual([1, 12])
    const columns = [aColumn('a', [], { cards: [aCard(14, { title: 'Logbook' })] })]
    const grown = createCardFilter(textOf('logb'), labels, log)
    expect(numbersOf(grown.apply({ ...board, columns }))).toEqual([14])
  })

  describe('while the text grows', () => {
    const read = (texts: readonly string[]) => {
      const readTitle = vi.fn(() => 'Log')
      const other = Object.defineProperty(aCard(1), 'title', { get: readTitle })
      const columns = [aColumn('a', [], { cards: [other, aCard(2, { title: 'Login' })] })]
      let last: BoardFilter | undefined
      for (const text of texts) {
        last = createCardFilter({ ...EMPTY_FILTER, text }, labels, last)
        last.apply({ ...board, columns })
      }
      return { readTitle, last, columns }
    }

    test('compares only the cards that matched so far', () => {
      expect(read(['log', 'logi', 'login']).readTitle).toHaveBeenCalledTimes(2)
    })

    test('compares a changed column once', () => {
      const { readTitle, last, columns } = read(['l', 'lo', 'log'])
      expect(readTitle).toHaveBeenCalledTimes(3)
      last?.apply({ ...board, columns: columns.map((column) => ({ ...column })) })
      expect(readTitle).toHaveBeenCalledTimes(4)
    })
  })
})

function numbersOf({ columns }: { columns: readonly Column[] }): (number | undefined)[] {
  return columns.flatMap((column) => column.cards.map((card) => card.number))
}

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
  const assignees = [
    'Jonas Lindqvist',
    ['Ada Okafor', 'June Lee'].join(ASSIGNEE_SEPARATOR),
    'Ada Okafor',
    null,
  ]
  const cards = assignees.map((assignee, index) => aCard(index + 1, { assignee }))
  const filter = createCardFilter({ ...EMPTY_FILTER, text: 'jl' }, labels)
  const visible = filter.apply({ ...board, columns: [aColumn('a', [], { cards })] })
  expect(numbersOf(visible)).toEqual([1, 2])
})
