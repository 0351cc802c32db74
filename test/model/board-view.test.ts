import { describe, expect, test } from 'vitest'
import { applyLabelEdits, applyMoves, cardHandle, cardName, countBlocked, findCard } from '#model/board-view.ts'
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
      incomplete: false,
    }
    const edited = applyLabelEdits(board, [{ cardId: '1001', intent: { add: ['9'], remove: ['8'] } }])
    expect(edited.columns[0]?.cards[0]?.labels).toEqual([{ id: '7', name: 'seven' }, { id: '9' }])
  })
  test('do not touch a card whose labels are unknown', () => {
    const board = {
      columns: [aColumn('a', [], { cards: [aCard(1, { labels: null })] })],
      unreadable: 0,
      incomplete: false,
    }
    expect(applyLabelEdits(board, [{ cardId: '1001', intent: { add: ['9'], remove: [] } }])).toBe(board)
  })
})

test('the blocked are counted', () => {
  const cards = [aCard(1, { blocked: { reason: 'x' } }), aCard(2)]
  expect(countBlocked({ ...aBoard({}), columns: [aColumn('a', [], { cards })] })).toBe(1)
})

test('a card is called by number and title', () => {
  expect(cardName(aCard(101, { title: 'Rotate signing keys' }))).toBe('#101 Rotate signing keys')
  expect(cardName(aCard(1, { number: undefined, title: 'Odd' }))).toBe('Odd')
  expect(cardHandle(aCard(101))).toBe('#101')
  expect(cardHandle(aCard(1, { number: undefined, title: '' }))).toBe('“A card without a number”')
})
