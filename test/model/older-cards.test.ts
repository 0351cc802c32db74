import { describe, expect, test } from 'vitest'
import { DEFAULT_ARRANGEMENT, type OlderCards } from '#model/arrangement.ts'
import { type BoardPipeline, createBoardPipeline } from '#model/board-pipeline.ts'
import { EMPTY_FILTER } from '#model/card-filter.ts'
import { indexLabels } from '#model/label-lookup.ts'
import { aCard, aColumn, placesOf } from '#test/support/builders.ts'

const NONE: readonly string[] = []
const labels = indexLabels([])

const ofAge = (days: number) => ({
  repository: { committedAt: new Date(Date.now() - days * 86_400_000).toISOString() },
})
const refused = { reason: 'Conflicts', code: 'conflicts' }

const board = {
  unreadableCount: 0,
  hasNextPage: false,
  columns: [
    aColumn('work', [], {
      hideAfterDays: 180,
      cards: [
        aCard(1, ofAge(1)),
        aCard(2, ofAge(179)),
        aCard(3, ofAge(181)),
        aCard(4, { ...ofAge(900), blocked: refused }),
        aCard(5, { repository: { committedAt: 'long ago' } }),
        aCard(6),
        aCard(7, ofAge(900)),
      ],
    }),
    aColumn('main', [], { cards: [aCard(8, ofAge(900))] }),
  ],
}
const idOf = (number: number) => aCard(number).id

function pipeline(
  olderCards: OlderCards = 'folded',
  {
    text = '',
    unfolded = NONE,
    last,
  }: { text?: string; unfolded?: readonly string[]; last?: BoardPipeline } = {},
) {
  const arrangement = { ...DEFAULT_ARRANGEMENT, olderCards }
  const options = { filter: { ...EMPTY_FILTER, text }, arrangement, labels, unfolded }
  return createBoardPipeline(options, last)
}

describe('older cards', () => {
  test('are folded where the service says after how many days', () => {
    const shown = pipeline().apply(board)
    expect(placesOf(shown.board)).toEqual({ work: [1, 2, 4, 5, 6], main: [8] })
    const older = { days: 180, cardIds: new Set([idOf(3), idOf(7)]) }
    expect([...shown.older]).toEqual([['work', older]])
  })

  test('are there when a person asks for all, and stay counted', () => {
    const shown = pipeline('shown').apply(board)
    expect(placesOf(shown.board)).toEqual(placesOf(board))
    expect(shown.older.get('work')?.cardIds.size).toBe(2)
  })

  test('are there one by one when a person asks for one', () => {
    const shown = pipeline('folded', { unfolded: [idOf(7)] }).apply(board)
    expect(placesOf(shown.board).work).toEqual([1, 2, 4, 5, 6, 7])
    expect(shown.older.get('work')?.cardIds).toEqual(new Set([idOf(3)]))
  })

  test('are found by the filter', () => {
    const shown = pipeline('folded', { text: '#7' }).apply(board)
    expect(placesOf(shown.board)).toEqual({ work: [7], main: [] })
    expect(shown.older.size).toBe(0)
  })

  test('are folded in a list, too', () => {
    const arrangement = { ...DEFAULT_ARRANGEMENT, layout: 'list' } as const
    const options = { filter: EMPTY_FILTER, arrangement, labels, unfolded: NONE }
    const { inOrder, older } = createBoardPipeline(options).apply(board)
    expect(inOrder.columns[0]?.cards.map(({ number }) => number)).toEqual([1, 2, 4, 5, 6, 8])
    expect(older.size).toBe(1)
  })

  test('cost nothing in a column that was seen before', () => {
    const first = pipeline()
    const before = first.apply(board)
    const again = pipeline('folded', { last: first }).apply({ ...board })
    expect(again.board.columns).toEqual(before.board.columns)
    expect(again.board.columns.every((column, at) => column === before.board.columns[at])).toBe(
      true,
    )
    expect(again.older.get('work')).toBe(before.older.get('work'))
  })
})
