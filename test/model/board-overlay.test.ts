import { describe, expect, test } from 'vitest'
import { cardName, createStoppedCounter, findCard } from '#model/board-lookup.ts'
import { applyLabelEdits, applyMoves } from '#model/board-overlay.ts'
import { aBoard, aCard, aColumn, placesOf } from '#test/support/builders.ts'

describe('pending moves over server data', () => {
  test('show a moved card last in its new column and in no other column', () => {
    const board = applyMoves(aBoard({ a: [1, 2], b: [3] }), [{ cardId: '1001', toStatusId: 'b' }])
    expect(placesOf(board)).toEqual({ a: [2], b: [3, 1] })
    expect(findCard(board, '1001')?.card.statusId).toBe('b')
  })
  test('use the newest move when a card has several moves', () => {
    const moves = [
      { cardId: '1001', toStatusId: 'b' },
      { cardId: '1001', toStatusId: 'c' },
    ]
    expect(placesOf(applyMoves(aBoard({ a: [1], b: [], c: [] }), moves))).toEqual({
      a: [],
      b: [],
      c: [1],
    })
  })
  test('change nothing when the card is already in the column', () => {
    const board = aBoard({ a: [1], b: [] })
    expect(applyMoves(board, [{ cardId: '1001', toStatusId: 'a' }])).toBe(board)
  })
  test('add cards in the order of the moves', () => {
    const moves = [
      { cardId: '1002', toStatusId: 'b' },
      { cardId: '1001', toStatusId: 'b' },
    ]
    expect(placesOf(applyMoves(aBoard({ a: [1, 2], b: [] }), moves))).toEqual({ a: [], b: [2, 1] })
  })
  test('change nothing when the column or the card is not on the board', () => {
    const board = aBoard({ a: [1] })
    expect(applyMoves(board, [{ cardId: '1001', toStatusId: 'z' }])).toBe(board)
    expect(applyMoves(board, [{ cardId: '1999', toStatusId: 'a' }])).toBe(board)
  })
  test('keep the identity of columns that do not change', () => {
    const board = aBoard({ a: [1], b: [], c: [2] })
    const moved = applyMoves(board, [{ cardId: '1001', toStatusId: 'b' }])
    expect(moved.columns[2]).toBe(board.columns[2])
  })
})

describe('pending label edits', () => {
  test('add and remove the labels of the intent, and keep the data of the other labels', () => {
    const board = {
      columns: [
        aColumn('a', [], {
          cards: [aCard(1, { labels: [{ id: '7', name: 'seven' }, { id: '8' }] })],
        }),
      ],
      unreadableCount: 0,
      hasNextPage: false,
    }
    const edited = applyLabelEdits(board, [
      { cardId: '1001', intent: { add: ['9'], remove: ['8'] } },
    ])
    expect(edited.columns[0]?.cards[0]?.labels).toEqual([{ id: '7', name: 'seven' }, { id: '9' }])
  })
  test('change nothing when the labels of the card are unknown', () => {
    const board = {
      columns: [aColumn('a', [], { cards: [aCard(1, { labels: null })] })],
      unreadableCount: 0,
      hasNextPage: false,
    }
    expect(applyLabelEdits(board, [{ cardId: '1001', intent: { add: ['9'], remove: [] } }])).toBe(
      board,
    )
  })
})

test('blocked cards are counted, once for each column', () => {
  const cards = [aCard(1, { blocked: { reason: 'x' } }), aCard(2)]
  const board = { ...aBoard({}), columns: [aColumn('a', [], { cards })] }
  const count = createStoppedCounter()
  expect(count(board)).toBe(1)
  cards.pop()
  cards.pop()
  expect(count(board)).toBe(1)
  expect(count({ ...board, columns: [aColumn('a', [], { cards })] })).toBe(0)
})

test('the name of a card is its number and title', () => {
  expect(cardName(aCard(101, { title: 'Rotate signing keys' }))).toBe('#101 Rotate signing keys')
  expect(cardName(aCard(1, { number: undefined, title: 'Odd' }))).toBe('Odd')
})
