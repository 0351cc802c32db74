import { describe, expect, test } from 'vitest'
import { readBoard } from '#contract/readers/read-board.ts'

const task = (id: unknown, number: unknown) => ({ id, number, title: `T${number}`, labels: [] })

describe('reading a board', () => {
  test('keeps columns and cards in the service’s order', () => {
    const board = readBoard({
      columns: [
        {
          statusId: '2',
          name: 'Two',
          kind: 'stage',
          minRole: 'member',
          tasks: [task('9', 9), task('1', 1)],
        },
        { statusId: '1', name: 'One', kind: 'stage', minRole: 'member', tasks: [] },
      ],
    })
    expect(board?.columns.map((column) => column.name)).toEqual(['Two', 'One'])
    expect(board?.columns[0]?.cards.map((card) => card.number)).toEqual([9, 1])
    expect(board?.columns[0]?.cards[0]?.statusId).toBe('2')
  })

  test.each([[undefined], [null], [[]], ['<html>'], [{}], [{ columns: 'none' }]])(
    'is undefined for %j',
    (json) => {
      expect(readBoard(json)).toBeUndefined()
    },
  )

  test('keeps an unreadable card in its position and counts it', () => {
    const board = readBoard({
      columns: [
        { statusId: '1', name: 'One', tasks: [null, task('5', 5), 'x', { title: 'no id' }] },
      ],
    })
    expect(board?.unreadableCount).toBe(3)
    expect(board?.columns[0]?.cards.map((card) => card.isUnreadable ?? false)).toEqual([
      true,
      false,
      true,
      true,
    ])
    expect(new Set(board?.columns[0]?.cards.map((card) => card.id)).size).toBe(4)
  })

  test('keeps a column without a statusId, and a column without tasks as an empty column', () => {
    const board = readBoard({
      columns: [{ name: 'Odd', tasks: [task('1', 1)] }, { statusId: '2', name: 'Bare' }, 7],
    })
    expect(board?.columns.map((column) => column.statusId)).toEqual([undefined, '2', undefined])
    expect(board?.columns[1]?.cards).toEqual([])
    expect(board?.columns[2]?.name).toBe('A column this app could not read')
    expect(new Set(board?.columns.map((column) => column.key)).size).toBe(3)
  })

  test('locks both cards with the same number, and gives cards with the same id unique ids [gap G23]', () => {
    const board = readBoard({
      columns: [
        { statusId: '1', tasks: [task('1', 7), task('2', 8)] },
        { statusId: '2', tasks: [task('3', 7), task('2', 9)] },
      ],
    })
    const cards = board?.columns.flatMap((column) => column.cards) ?? []
    expect(cards.map((card) => card.lockedReason !== undefined)).toEqual([true, false, true, false])
    expect(new Set(cards.map((card) => card.id)).size).toBe(4)
  })

  test('adds the ids to the names of columns with the same name', () => {
    const columns = [
      { statusId: '1', name: 'Review' },
      { statusId: '2', name: 'Done' },
      { statusId: '3', name: 'Review' },
    ]
    expect(readBoard({ columns })?.columns.map((column) => column.name)).toEqual([
      'Review (1)',
      'Done',
      'Review (3)',
    ])
  })

  test('keeps ids beyond 2^53 unchanged', () => {
    const board = readBoard({
      columns: [{ statusId: '9007199254740993', tasks: [task('9007199254740995', 1)] }],
    })
    expect(board?.columns[0]?.statusId).toBe('9007199254740993')
    expect(board?.columns[0]?.cards[0]?.id).toBe('9007199254740995')
  })
})

test('cards with the same label share one object', () => {
  const card = (id: string, label: unknown) => ({ id, number: Number(id), labels: [label] })
  const bug = { id: 'bug', name: 'Bug' }
  const board = readBoard({
    columns: [
      { statusId: 'a', name: 'A', tasks: [card('1', bug), card('2', { ...bug })] },
      { statusId: 'b', name: 'B', tasks: [card('3', { ...bug, name: 'Fault' })] },
    ],
  })
  const labels = board?.columns.flatMap(({ cards }) => cards.flatMap((entry) => entry.labels ?? []))
  expect(labels).toEqual([bug, bug, { id: 'bug', name: 'Fault' }])
  expect(labels?.[0]).toBe(labels?.[1])
})

test('cards with the same labels in the same order share one list', () => {
  const card = (number: number, ...labels: string[]) => ({ id: String(number), number, labels })
  const tasks = [
    card(1, 'a', 'b'),
    card(2, 'a', 'b'),
    card(3, 'b', 'a'),
    card(4, 'a'),
    card(5, 'a'),
  ]
  const [column] = readBoard({ columns: [{ statusId: 'x', name: 'X', tasks }] })?.columns ?? []
  const lists = column?.cards.map(({ labels }) => labels) ?? []
  const ids = lists.map((list) => list?.map(({ id }) => id))
  expect(ids).toEqual([['a', 'b'], ['a', 'b'], ['b', 'a'], ['a'], ['a']])
  expect(lists[0]).toBe(lists[1])
  expect(lists[3]).toBe(lists[4])
})
