import { expect, test } from 'vitest'
import { readBoard } from '#contract/board.ts'
import { boardChanges, changesWords } from '#model/board-changes.ts'
import { shareBoard } from '#model/share-board.ts'
import { aBoard, aCard, aColumn } from '#test/support/builders.ts'

const sentences = (before: ReturnType<typeof aBoard>, after: ReturnType<typeof aBoard>) =>
  boardChanges(before, shareBoard(before, after)).map((change) => change.sentence)

test('a quiet read has no changes, whatever else it renewed', () => {
  const before = aBoard({ a: [1, 2], b: [3] })
  expect(boardChanges(before, before)).toEqual([])
  expect(sentences(before, aBoard({ a: [2, 1], b: [3] }))).toEqual([])
  const renamed = { ...before, columns: [aColumn('a', [1, 2], { name: 'New' }), aColumn('b', [3])] }
  expect(sentences(before, renamed)).toEqual([])
})

test('a card that moved, came or left is told by name', () => {
  const before = aBoard({ a: [1, 2], b: [3] })
  expect(sentences(before, aBoard({ a: [2], b: [3, 1] }))).toEqual(['#1 Card 1 moved on from Column a to Column b.'])
  expect(sentences(before, aBoard({ a: [1], b: [3, 4] }))).toEqual([
    '#4 Card 4 is new in Column b.',
    '#2 Card 2 left the board; it stood in Column a.',
  ])
})

test('a card that was blocked, or is no longer, is told with the reason [gap G22]', () => {
  const boardOf = (reason: string | null) => ({
    columns: [aColumn('a', [], { cards: [aCard(1, { blocked: reason === null ? null : { reason } })] })],
    unreadable: 0,
    incomplete: false,
  })
  expect(sentences(boardOf(null), boardOf('checks are red.'))).toEqual(['#1 Card 1 is blocked: checks are red.'])
  expect(sentences(boardOf('x'), boardOf(null))).toEqual(['#1 Card 1 is no longer blocked.'])
  expect(sentences(boardOf('x'), boardOf('y'))).toEqual([])
})

test('what could not be read, or stands there twice, is neither new nor gone when a card above it moves', () => {
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
  const said = sentences(boardOf([task('1', 1)], []), boardOf([], [task('1', 1)]))
  expect(said).toEqual(['#1 T1 moved on from A to B.'])
})

test('many changes are told in numbers', () => {
  const before = aBoard({ a: [1, 2, 3, 4], b: [] })
  const changes = boardChanges(before, aBoard({ a: [1], b: [2, 3] }))
  expect(changesWords(changes)).toBe('3 cards changed: 2 moved on, 1 left the board.')
})
