import { describe, expect, test } from 'vitest'
import type { Board } from '#contract/readers/read-board.ts'
import type { Card } from '#contract/readers/read-card.ts'
import { bulkSummary } from '#messages/bulk-messages.ts'
import { alreadyIn, nowIn, TARGET_NOT_ON_BOARD } from '#messages/move-messages.ts'
import { findCard } from '#model/board-lookup.ts'
import { countOutcomes } from '#model/bulk-card.ts'
import { summaryOf } from '#model/bulk-kinds.ts'
import {
  type BulkMove,
  type BulkMoveCard,
  chosenPlan,
  interruptedBulkMove,
  planBulkMove,
  planBulkTargets,
  recheckBulkCard,
} from '#model/bulk-move.ts'
import { cardsBetween } from '#model/card-range.ts'
import { moveIntent } from '#model/move-check.ts'
import { aBoard, aCard, aColumn } from '#test/support/builders.ts'

const CONDITIONS = { role: 'member', otherKeys: [], isOnline: true }
const SESSION = { keyId: 'k', workspaceId: '1', projectId: undefined }
const idOf = (number: number) => aCard(number).id
const idsOf = (...numbers: number[]) => new Set(numbers.map(idOf))

describe('cards that are known to be refused', () => {
  const next = { statusId: 'b', result: 'conflicts' }
  const board: Board = {
    ...aBoard({}),
    columns: [
      aColumn('a', [], {
        cards: [
          aCard(1, { statusId: 'a' }),
          aCard(2, { statusId: 'a', repository: { placedBy: 'work', next } }),
          aCard(3, { statusId: 'a', blocked: { reason: 'checks are red' } }),
        ],
      }),
      aColumn('b', [], { cards: [aCard(4, { statusId: 'b', blocked: { reason: 'x' } })] }),
    ],
  }
  const plan = (columnKey: string, ...numbers: number[]) =>
    planBulkMove(board, SESSION, { cardIds: idsOf(...numbers), columnKey }, CONDITIONS)

  test('are apart, with the reason, also if nobody has tried them', () => {
    const planned = plan('b', 1, 2, 3)
    expect(planned?.moves.map(({ cardNumber }) => cardNumber)).toEqual([1])
    expect(planned?.stopped.map(({ reason }) => reason)).toEqual([
      'Would conflict',
      'Blocked: checks are red',
    ])
    expect(planned?.leftOut).toEqual([])
  })

  test('say what asks for attention about those that move', () => {
    const card = aCard(1, { repository: { checks: [{ name: 'unit', state: 'failure' }] } })
    const column = aColumn('a', [], { cards: [{ ...card, statusId: 'a' }, aCard(5)] })
    const red = { ...board, columns: [column, aColumn('b', [])] }
    const planned = planBulkMove(red, SESSION, { cardIds: idsOf(1, 5), columnKey: 'b' }, CONDITIONS)
    expect(planned?.moves).toHaveLength(2)
    expect([...(planned?.attention ?? [])]).toEqual([[card.id, 'red']])
  })

  test('are sent only if a person wants that, and are left out otherwise', () => {
    const planned = plan('b', 1, 2)
    const numbers = (isTryingAll: boolean) =>
      planned && chosenPlan(planned, isTryingAll).moves.map(({ cardNumber }) => cardNumber)
    expect(numbers(true)).toEqual([1, 2])
    expect(numbers(false)).toEqual([1])
    expect(planned && chosenPlan(planned, false).leftOut).toHaveLength(1)
  })

  test('move back like all others', () => {
    expect(plan('a', 4)?.stopped).toEqual([])
  })
})

describe('the plan of a bulk move', () => {
  const board: Board = {
    ...aBoard({}),
    columns: [
      aColumn('a', [1, 2], {
        cards: [aCard(1), aCard(2), aCard(3, { lockedReason: 'no-number' })],
      }),
      aColumn('b', [4]),
      aColumn('c', [5], { minRole: 'owner' }),
    ],
  }

  test('moves what can move, in the order of the board, and leaves out the rest with its reason', () => {
    const plan = planBulkMove(
      board,
      SESSION,
      { cardIds: idsOf(4, 3, 2, 1), columnKey: 'b' },
      CONDITIONS,
    )
    expect(plan?.moves.map(({ cardNumber, toStatusId }) => [cardNumber, toStatusId])).toEqual([
      [1, 'b'],
      [2, 'b'],
    ])
    expect(plan?.moves.every(({ isBulk }) => isBulk)).toBe(true)
    expect(plan?.leftOut.map(({ reason }) => reason)).toEqual([
      'This card has no number, so it can’t be changed here.',
      `It’s already in ${board.columns[1]?.name}.`,
    ])
  })

  test('moves nothing into a column that the role can’t move cards into, or while offline', () => {
    const denied = planBulkMove(
      board,
      SESSION,
      { cardIds: idsOf(1, 2), columnKey: 'c' },
      CONDITIONS,
    )
    expect(denied?.moves).toEqual([])
    expect(denied?.leftOut[0]?.reason).toContain('Needs owner')
    const offline = planBulkMove(
      board,
      SESSION,
      { cardIds: idsOf(1), columnKey: 'b' },
      { ...CONDITIONS, isOnline: false },
    )
    expect(offline?.moves).toEqual([])
    expect(
      planBulkMove(board, SESSION, { cardIds: idsOf(1), columnKey: 'nowhere' }, CONDITIONS),
    ).toBeUndefined()
  })

  test('of an undo moves each card back to its own column', () => {
    const targets = new Map([
      [idOf(4), { statusId: 'a', name: '#4' }],
      [idOf(1), { statusId: 'b', name: '#1' }],
      [idOf(9), { statusId: 'b', name: '#9 Gone' }],
    ])
    const { moves, leftOut } = planBulkTargets(board, SESSION, { targets }, CONDITIONS)
    expect(
      moves.map(({ cardNumber, toStatusId, isUndo }) => [cardNumber, toStatusId, isUndo]),
    ).toEqual([
      [1, 'b', true],
      [4, 'a', true],
    ])
    expect(leftOut).toEqual([{ name: '#9 Gone', reason: TARGET_NOT_ON_BOARD }])
  })

  test('is checked again for each card before it is sent', () => {
    const plan = planBulkMove(board, SESSION, { cardIds: idsOf(1), columnKey: 'b' }, CONDITIONS)
    const [intent] = plan?.moves ?? []
    if (!intent) throw new Error('Nothing is planned.')
    expect(recheckBulkCard(board, intent, CONDITIONS)).toEqual({ intent })
    const elsewhere = aBoard({ a: [], b: [], c: [], d: [1] })
    expect(recheckBulkCard(elsewhere, intent, CONDITIONS)).toEqual({ reason: nowIn('Column d') })
    const there = aBoard({ a: [], b: [1] })
    expect(recheckBulkCard(there, intent, CONDITIONS)).toEqual({ reason: alreadyIn('Column b') })
    const gone = aBoard({ a: [], b: [] })
    expect(recheckBulkCard(gone, intent, CONDITIONS)).toEqual({ reason: TARGET_NOT_ON_BOARD })
    const viewer = { ...CONDITIONS, role: 'viewer' }
    expect(recheckBulkCard(board, intent, viewer)).toHaveProperty('reason')
  })
})

const before = aBoard({ a: [1, 2, 3, 4, 5, 6], b: [], c: [] })
const bulkCard = (number: number, state: BulkMoveCard['state'] = 'waiting'): BulkMoveCard => {
  const [from, to] = before.columns
  const card = findCard(before, idOf(number))?.card
  const intent = card && from && to && moveIntent(card, from, to)
  if (!intent) throw new Error(`No card ${number}`)
  return { intent, state }
}
const moveOf = (cards: readonly BulkMoveCard[]): BulkMove => ({
  type: 'move',
  session: SESSION,
  toName: 'b',
  cards,
  leftOut: [],
  phase: 'running',
})

test.each([
  ['running', '1 waiting.'],
  ['paused', '1 waiting.'],
  ['canceled', '1 not sent.'],
] as const)('a bulk move that is %s says whether its other cards wait', (phase, text) => {
  expect(summaryOf({ ...moveOf([bulkCard(1, 'waiting')]), phase })).toBe(text)
})

describe('an interrupted bulk move', () => {
  const boardWith = (columns: Readonly<Record<string, readonly Card[]>>): Board => ({
    ...before,
    columns: Object.entries(columns).map(([id, cards]) =>
      aColumn(id, [], { cards: cards.map((card) => ({ ...card, statusId: id })) }),
    ),
  })

  test('is judged by where each card is, whatever this page has seen of its response', () => {
    const blocked = { reason: 'checks are red' }
    const after = boardWith({
      a: [aCard(2), aCard(3), aCard(4, { blocked })],
      b: [aCard(1)],
      c: [aCard(5)],
    })
    const states = ['sent', 'waiting', 'sent', 'sent', 'sent', 'sent'] as const
    const move = moveOf(states.map((state, index) => bulkCard(index + 1, state)))
    const { cards, phase } = interruptedBulkMove(move, after)
    expect(phase).toBe('interrupted')
    expect(cards.map(({ outcome }) => outcome?.type)).toEqual([
      'moved',
      undefined,
      'unknown',
      'refused',
      'unknown',
      'gone',
    ])
    expect(cards[3]?.outcome?.message).toContain('checks are red')
    // The service may still apply it.
    expect(cards[2]?.outcome?.message).toContain('not confirmed yet')
    expect(bulkSummary(countOutcomes({ ...move, cards }))).toBe(
      '1 moved, 1 refused, 2 not confirmed, 1 no longer on the board, 1 not sent.',
    )
  })

  test('counts a request that had not been recorded yet', () => {
    const after = boardWith({ a: [], b: [aCard(1)], c: [] })
    const { cards } = interruptedBulkMove(moveOf([bulkCard(1, 'waiting')]), after)
    expect(cards[0]?.outcome?.type).toBe('moved')
  })

  test('takes no reason that is new on a card which was not sent for a refusal', () => {
    const after = boardWith({ a: [aCard(1, { blocked: { reason: 'x' } })], b: [], c: [] })
    const { cards } = interruptedBulkMove(moveOf([bulkCard(1, 'waiting')]), after)
    expect(cards[0]?.outcome).toBeUndefined()
    expect(countOutcomes(moveOf(cards)).notSent).toBe(1)
  })

  test('keeps an outcome, and takes no earlier reason for a refusal of this move', () => {
    const outcome = { type: 'refused', message: 'x', cardStatus: '' } as const
    const settled = { ...bulkCard(1, 'settled'), outcome }
    const earlier = bulkCard(2, 'sent')
    const reason = 'conflicts'
    const intent = { ...earlier.intent, previousBlockedReason: reason }
    const after = boardWith({ a: [aCard(2, { blocked: { reason } })], b: [aCard(1)], c: [] })
    const { cards } = interruptedBulkMove(moveOf([settled, { ...earlier, intent }]), after)
    expect(cards.map(({ outcome }) => outcome?.type)).toEqual(['refused', 'unknown'])
  })
})

describe('a range of cards', () => {
  const board = aBoard({ a: [1, 2, 3, 4], b: [5] })
  test.each([
    [1, 3, [1, 2, 3]],
    [4, 2, [2, 3, 4]],
    [2, 2, [2]],
    [1, 5, [5]],
    [9, 2, [2]],
  ])('from %i to %i is %j', (first, last, expected) => {
    expect(cardsBetween(board, idOf(first), idOf(last))).toEqual(expected.map(idOf))
  })
})
