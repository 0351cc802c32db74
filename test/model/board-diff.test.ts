import { expect, test } from 'vitest'
import { readBoard } from '#contract/readers/read-board.ts'
import { boardDiff, diffSummary } from '#model/board-diff.ts'
import { shareBoard } from '#model/structural-sharing.ts'
import { aBoard, aCard, aColumn } from '#test/support/builders.ts'

const messages = (before: ReturnType<typeof aBoard>, after: ReturnType<typeof aBoard>) =>
  boardDiff(before, shareBoard(before, after)).map((change) => change.message)

test('a load has no changes when only the card order or a column name differs', () => {
  const before = aBoard({ a: [1, 2], b: [3] })
  expect(boardDiff(before, before)).toEqual([])
  expect(messages(before, aBoard({ a: [2, 1], b: [3] }))).toEqual([])
  const renamed = { ...before, columns: [aColumn('a', [1, 2], { name: 'New' }), aColumn('b', [3])] }
  expect(messages(before, renamed)).toEqual([])
})

test('a moved, new, or removed card is reported by name', () => {
  const before = aBoard({ a: [1, 2], b: [3] })
  expect(messages(before, aBoard({ a: [2], b: [3, 1] }))).toEqual([
    '#1 Card 1 was moved from Column a to Column b.',
  ])
  expect(messages(before, aBoard({ a: [1], b: [3, 4] }))).toEqual([
    '#4 Card 4 is new in Column b.',
    '#2 Card 2 was removed from the board (was in Column a).',
  ])
})

test('a card is reported when a further column has a part of it [gap G26]', () => {
  const boardOf = (partly: object[]) => ({
    columns: [
      aColumn('a', [], { cards: [aCard(1, { repository: { partly } })] }),
      aColumn('b', [], { statusId: '2', name: 'Main' }),
    ],
    unreadableCount: 0,
    hasNextPage: false,
  })
  const [none, partly] = [boardOf([]), boardOf([{ statusId: '2', files: [] }])]
  expect(messages(none, partly)).toEqual(['A part of #1 Card 1 is in Main now.'])
  expect(messages(partly, partly)).toEqual([])
  expect(messages(partly, none)).toEqual([])
})

test('a card is reported with the reason when it becomes blocked, and when it is no longer blocked [gap G22]', () => {
  const boardOf = (reason: string | null) => ({
    columns: [
      aColumn('a', [], { cards: [aCard(1, { blocked: reason === null ? null : { reason } })] }),
    ],
    unreadableCount: 0,
    hasNextPage: false,
  })
  expect(messages(boardOf(null), boardOf('checks are red.'))).toEqual([
    '#1 Card 1 is blocked: checks are red.',
  ])
  expect(messages(boardOf('x'), boardOf(null))).toEqual(['#1 Card 1 is no longer blocked.'])
  expect(messages(boardOf('x'), boardOf('y'))).toEqual([])
})

test('a card with another assignee, priority, or title is reported with what it is now', () => {
  const boardOf = (change: Parameters<typeof aCard>[1]) => ({
    columns: [aColumn('a', [], { cards: [aCard(1, change)] })],
    unreadableCount: 0,
    hasNextPage: false,
  })
  const before = boardOf({ assignee: 'Ada', priority: 'low', title: 'Old' })
  const after = (change: object) =>
    messages(before, boardOf({ assignee: 'Ada', priority: 'low', title: 'Old', ...change }))
  expect(after({ assignee: 'Grace' })).toEqual(['#1 Old is now assigned to Grace.'])
  expect(after({ assignee: null })).toEqual(['#1 Old is no longer assigned.'])
  expect(after({ priority: 'high' })).toEqual(['The priority of #1 Old is now high.'])
  expect(after({ priority: '' })).toEqual(['#1 Old no longer has a priority.'])
  expect(after({ title: 'New' })).toEqual(['#1 Old is now called “New”.'])
  expect(after({})).toEqual([])
})

test('unreadable and duplicate cards are not reported as new or removed when a card above them moves', () => {
  const task = (id: string, number: number) => ({ id, number, title: `T${id}`, labels: [] })
  const boardOf = (first: unknown[], second: unknown[]) => {
    const columns = [
      { statusId: 'a', name: 'A', tasks: [...first, null, 'x', task('9', 9)] },
      { statusId: 'b', name: 'B', tasks: [...second, { number: 5 }, task('9', 8)] },
    ]
    const board = readBoard({ columns })
    if (!board) throw new Error('unreadable')
    return board
  }
  const reported = messages(boardOf([task('1', 1)], []), boardOf([], [task('1', 1)]))
  expect(reported).toEqual(['#1 T1 was moved from A to B.'])
})

test('many changes are summarized as counts', () => {
  const before = aBoard({ a: [1, 2, 3, 4], b: [] })
  const changes = boardDiff(before, aBoard({ a: [1], b: [2, 3] }))
  expect(diffSummary(changes)).toBe('3 cards changed: 2 moved, 1 removed.')
})

test('a card that the service was looking for is found, which nobody did', () => {
  const boardOf = (key: string, placedBy: string) => ({
    columns: ['a', 'b'].map((own) =>
      aColumn(own, [], {
        cards: own === key ? [aCard(1, { title: placedBy, repository: { placedBy } })] : [],
      }),
    ),
    unreadableCount: 0,
    hasNextPage: false,
  })
  expect(messages(boardOf('a', 'unknown'), boardOf('b', 'content'))).toEqual([])
  expect(messages(boardOf('a', 'work'), boardOf('b', 'content'))).toHaveLength(1)
})
