import { describe, expect, test } from 'vitest'
import {
  applyLabelEdits,
  applyMoves,
  cardHandle,
  cardName,
  countBlocked,
  filterCards,
  findCard,
  NO_FILTER,
} from '#model/board-view.ts'
import { aBoard, aCard, aColumn, placesOf } from '#test/support/builders.ts'

describe('pending moves over server truth', () => {
  test('a moved card stands last in its new column, and nowhere else', () => {
    const board = applyMoves(aBoard({ a: [1, 2], b: [3] }), [{ cardId: '1001', toStatusId: 'b' }])
    expect(placesOf(board)).toEqual({ a: [2], b: [3, 1] })
    expect(findCard(board, '1001')?.card.statusId).toBe('b')
  })
  test('the newest move of a card wins', () => {
    const moves = [
      { cardId: '1001', toStatusId: 'b' },
      { cardId: '1001', toStatusId: 'c' },
    ]
    expect(placesOf(applyMoves(aBoard({ a: [1], b: [], c: [] }), moves))).toEqual({ a: [], b: [], c: [1] })
  })
  test('a move back shows the card where it is', () => {
    const board = aBoard({ a: [1], b: [] })
    expect(applyMoves(board, [{ cardId: '1001', toStatusId: 'a' }])).toBe(board)
  })
  test('cards arrive in the order they were asked for', () => {
    const moves = [
      { cardId: '1002', toStatusId: 'b' },
      { cardId: '1001', toStatusId: 'b' },
    ]
    expect(placesOf(applyMoves(aBoard({ a: [1, 2], b: [] }), moves))).toEqual({ a: [], b: [2, 1] })
  })
  test('a move into a column that is gone, or of a card that is gone, shows nothing', () => {
    const board = aBoard({ a: [1] })
    expect(applyMoves(board, [{ cardId: '1001', toStatusId: 'z' }])).toBe(board)
    expect(applyMoves(board, [{ cardId: '1999', toStatusId: 'a' }])).toBe(board)
  })
  test('columns that nothing enters or leaves keep their identity', () => {
    const board = aBoard({ a: [1], b: [], c: [2] })
    const moved = applyMoves(board, [{ cardId: '1001', toStatusId: 'b' }])
    expect(moved.columns[2]).toBe(board.columns[2])
  })
})

describe('pending label edits', () => {
  test('add and remove by intent; labels nobody named stay, with what the card brought of them', () => {
    const board = {
      columns: [aColumn('a', [], { cards: [aCard(1, { labels: [{ id: '7', name: 'seven' }, { id: '8' }] })] })],
      unreadable: 0,
    }
    const edited = applyLabelEdits(board, [{ cardId: '1001', intent: { add: ['9'], remove: ['8'] } }])
    expect(edited.columns[0]?.cards[0]?.labels).toEqual([{ id: '7', name: 'seven' }, { id: '9' }])
  })
  test('do not touch a card whose labels are unknown', () => {
    const board = { columns: [aColumn('a', [], { cards: [aCard(1, { labels: null })] })], unreadable: 0 }
    expect(applyLabelEdits(board, [{ cardId: '1001', intent: { add: ['9'], remove: [] } }])).toBe(board)
  })
})

describe('the filter', () => {
  const board = {
    columns: [
      aColumn('a', [], {
        cards: [
          aCard(1, { title: 'Login fails', assignee: 'Ada', labels: [{ id: '7' }], blocked: { reason: 'x' } }),
          aCard(12, { title: 'Logout', priority: 'high' }),
        ],
      }),
      aColumn('b', [3]),
    ],
    unreadable: 0,
  }
  const names = new Map([['7', 'Security']])
  test.each([
    ['log', [1, 12]],
    ['LOG ada', [1]],
    ['security', [1]],
    ['#12', [12]],
    ['high', [12]],
    ['nothing', []],
  ])('"%s" keeps %j', (text, kept) => {
    expect(
      filterCards(board, { text, blockedOnly: false }, names).columns[0]?.cards.map((card) => card.number),
    ).toEqual(kept)
  })
  test('blocked only', () => {
    expect(placesOf(filterCards(board, { text: '', blockedOnly: true }, names))).toEqual({ a: [1], b: [] })
  })
  test('without a wish it is the same board', () => expect(filterCards(board, NO_FILTER, names)).toBe(board))
  test('counts the blocked', () => expect(countBlocked(board)).toBe(1))
})

test('a card is called by number and title', () => {
  expect(cardName(aCard(101, { title: 'Rotate signing keys' }))).toBe('#101 Rotate signing keys')
  expect(cardName(aCard(1, { number: undefined, title: 'Odd' }))).toBe('Odd')
  expect(cardHandle(aCard(101))).toBe('#101')
  expect(cardHandle(aCard(1, { number: undefined, title: '' }))).toBe('“A card without a number”')
})
