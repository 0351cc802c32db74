import { describe, expect, test } from 'vitest'
import type { Board } from '#contract/readers/read-board.ts'
import { applyBoardPatch, createBoardPatch } from '#model/board-patch.ts'
import { shareBoard } from '#model/structural-sharing.ts'
import { aBoard, aCard, aColumn } from '#test/support/builders.ts'

const base = aBoard({ a: [1, 2, 3, 4, 5], b: [6, 7], c: [] })

/** As between two threads: nothing is the same object afterwards. */
function sent<T>(value: T): T {
  return structuredClone(value)
}

function patched(next: Board): Board | undefined {
  const patch = createBoardPatch(base, shareBoard(base, sent(next)))
  return applyBoardPatch(base, sent(patch))
}

function withCards(board: Board, cards: Record<string, readonly number[]>): Board {
  const columns = board.columns.map((column) =>
    cards[column.key] ? aColumn(column.key, cards[column.key] ?? []) : column,
  )
  return { ...board, columns }
}

describe('a patch', () => {
  test.each<[string, Board]>([
    ['a moved card', withCards(base, { a: [1, 2, 4, 5], b: [6, 7, 3] })],
    ['a new card', withCards(base, { c: [8] })],
    ['a column without cards', withCards(base, { a: [] })],
    ['another order', withCards(base, { a: [5, 4, 3, 2, 1] })],
    ['one card twice as long', withCards(base, { a: [1, 1, 1, 1, 1, 1] })],
    ['a new column', { ...base, columns: [...base.columns, aColumn('d', [9])] }],
    ['a missing column', { ...base, columns: base.columns.slice(1) }],
    ['another order of columns', { ...base, columns: [...base.columns].reverse() }],
    ['a renamed column', withColumn(1, { name: 'Other' })],
    ['an unreadable card', { ...base, unreadableCount: 1 }],
    ['a next page', { ...base, hasNextPage: true }],
  ])('leads to the next version with %s', (_, next) => {
    expect(patched(next)).toEqual(next)
  })

  test('of the same board leads to the same object', () => {
    expect(patched(base)).toBe(base)
  })

  test('keeps every unchanged card, list, and column', () => {
    const cards = [aCard(1), aCard(2, { title: 'New' }), aCard(3), aCard(4, { title: 'New' })]
    const next = withColumn(0, { cards: [...cards, aCard(5)] })
    const result = patched(next)
    expect(result?.columns.slice(1)).toEqual(base.columns.slice(1))
    expect(result?.columns[1]).toBe(base.columns[1])
    const isSame = result?.columns[0]?.cards.map((card) => base.columns[0]?.cards.includes(card))
    expect(isSame).toEqual([true, false, true, false, true])
    expect(patched(withColumn(1, { name: 'Other' }))?.columns[1]?.cards).toBe(
      base.columns[1]?.cards,
    )
  })

  test('of another board is not applied', () => {
    const patch = createBoardPatch(base, base)
    expect(applyBoardPatch({ ...base, columns: [] }, patch)).toBeUndefined()
  })

  test('contains only the cards between the first and the last change', () => {
    const next = withColumn(0, {
      cards: [aCard(1), aCard(2), aCard(3, { title: 'New' }), aCard(4), aCard(5)],
    })
    const { columns } = createBoardPatch(base, shareBoard(base, next))
    expect(columns.map(({ changed }) => changed?.cards.length)).toEqual([1, undefined, undefined])
  })
})

function withColumn(index: number, change: object): Board {
  const columns = base.columns.map((column, at) =>
    at === index ? { ...column, ...change } : column,
  )
  return { ...base, columns }
}
