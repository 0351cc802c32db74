import { describe, expect, test } from 'vitest'
import { alreadySo, NO_NUMBER, UNREADABLE_LABELS } from '#messages/bulk-label-messages.ts'
import { TARGET_NOT_ON_BOARD } from '#messages/move-messages.ts'
import { countOutcomes } from '#model/bulk-card.ts'
import { summaryOf } from '#model/bulk-kinds.ts'
import {
  type BulkLabelEdit,
  interruptedLabelEdit,
  inverseOf,
  planBulkLabels,
  recheckLabelCard,
} from '#model/bulk-labels.ts'
import { indexLabels } from '#model/label-lookup.ts'
import { aBoard, aCard, aColumn } from '#test/support/builders.ts'

const SESSION = { keyId: 'k', workspaceId: '1', projectId: undefined }
const LABELS = indexLabels([
  { id: '7', name: 'bug', color: 'red', taskCount: 1 },
  { id: '8', name: 'api', color: 'blue', taskCount: 1 },
])
const label = (id: string) => ({ id, name: `Label ${id}`, color: 'red' })
const BUG = { id: '7', name: 'bug' }
const API = { id: '8', name: 'api' }
const ADD_BUG = { add: [BUG], remove: [] }
const idOf = (number: number) => aCard(number).id

const boardOf = (...cards: ReturnType<typeof aCard>[]) => ({
  ...aBoard({}),
  columns: [aColumn('a', [], { cards })],
})

describe('the plan of a label for many cards', () => {
  const board = boardOf(
    aCard(1, { labels: [label('8')] }),
    aCard(2, { labels: [label('7')] }),
    aCard(3, { labels: null }),
    aCard(4, { number: undefined }),
    aCard(5, { lockedReason: 'no-number' }),
    aCard(6),
  )
  const all = new Map(
    board.columns.flatMap(({ cards }) => cards.map(({ id }) => [id, { name: 'Name' }])),
  )

  test('has the cards that it changes, and the reason of each other one', () => {
    const plan = planBulkLabels(board, { session: SESSION, change: ADD_BUG }, all, LABELS)
    expect(plan.edits.map(({ cardNumber }) => cardNumber)).toEqual([1, 6])
    expect(plan.leftOut.map(({ reason }) => reason).slice(0, 3)).toEqual([
      alreadySo({ added: ['bug'], removed: [] }),
      UNREADABLE_LABELS,
      NO_NUMBER,
    ])
    expect(plan.leftOut).toHaveLength(4)
  })

  test('has only the cards that are asked for, and names those that are not on the board', () => {
    const some = new Map([
      [idOf(6), { name: '#6' }],
      ['gone', { name: '#99 Gone' }],
    ])
    const plan = planBulkLabels(board, { session: SESSION, change: ADD_BUG }, some, LABELS)
    expect(plan.edits.map(({ cardNumber }) => cardNumber)).toEqual([6])
    expect(plan.leftOut).toEqual([{ name: '#99 Gone', reason: TARGET_NOT_ON_BOARD }])
  })

  test('that removes a label leaves out the cards without it', () => {
    const change = inverseOf(ADD_BUG)
    const plan = planBulkLabels(board, { session: SESSION, change }, all, LABELS)
    expect(plan.edits.map(({ cardNumber }) => cardNumber)).toEqual([2])
    expect(plan.leftOut.map(({ reason }) => reason)).toContain(
      alreadySo({ added: [], removed: ['bug'] }),
    )
  })

  test('with several labels has for each card what isn’t so yet, which is what an undo takes back', () => {
    const change = { add: [BUG], remove: [API] }
    const plan = planBulkLabels(board, { session: SESSION, change }, all, LABELS)
    const changes = Object.fromEntries(plan.edits.map((edit) => [edit.cardNumber, edit.changes]))
    expect(changes).toEqual({
      1: { add: [BUG], remove: [API] },
      6: { add: [BUG], remove: [] },
    })
    // #2 has bug and lacks api already.
    expect(plan.leftOut[0]?.reason).toBe(alreadySo({ added: ['bug'], removed: ['api'] }))
    const undo = planBulkLabels(
      boardOf(aCard(1, { labels: [label('7')] }), aCard(6, { labels: [label('7')] })),
      { session: SESSION, change: inverseOf(change), isUndo: true },
      new Map(
        plan.edits.map((edit) => [edit.cardId, { name: '', changes: inverseOf(edit.changes) }]),
      ),
      LABELS,
    )
    // #6 didn't have api, so it doesn't get it.
    expect(undo.edits.map((edit) => edit.changes)).toEqual([
      { add: [API], remove: [BUG] },
      { add: [], remove: [BUG] },
    ])
  })

  test('is checked again for a card that has changed since then', () => {
    const intent = { cardId: idOf(1), cardNumber: 1, cardTitle: 'Card 1', changes: ADD_BUG }
    const recheck = (...cards: ReturnType<typeof aCard>[]) =>
      recheckLabelCard(boardOf(...cards), intent, ADD_BUG, LABELS)
    expect(recheck(aCard(1))).toEqual({ intent: { ...intent, before: [] } })
    expect(recheck(aCard(1, { labels: [label('7')] }))).toEqual({
      reason: alreadySo({ added: ['bug'], removed: [] }),
    })
    expect(recheck(aCard(2))).toEqual({ reason: TARGET_NOT_ON_BOARD })
  })
})

test('after a reload, the board tells what became of each card', () => {
  const cardOf = (number: number, state: 'waiting' | 'sent' | 'settled') => ({
    intent: {
      cardId: idOf(number),
      cardNumber: number,
      cardTitle: `Card ${number}`,
      changes: ADD_BUG,
    },
    state,
  })
  const edit: BulkLabelEdit = {
    type: 'labels',
    session: SESSION,
    change: ADD_BUG,
    cards: [cardOf(1, 'sent'), cardOf(2, 'sent'), cardOf(3, 'waiting'), cardOf(4, 'sent')],
    leftOut: [],
    phase: 'running',
  }
  const has = { labels: [label('7')] }
  const board = boardOf(aCard(1, has), aCard(2), aCard(3, has))
  const ended = interruptedLabelEdit(edit, board, LABELS)
  expect(ended.cards.map(({ outcome }) => outcome?.type)).toEqual([
    'changed',
    'unknown',
    undefined,
    'gone',
  ])
  expect(countOutcomes(ended)).toMatchObject({ changed: 1, unknown: 1, gone: 1, notSent: 1 })
  expect(summaryOf(ended)).toBe(
    'Adding bug to 4 cards was interrupted: 1 changed, 1 not confirmed, 1 no longer on the board, 1 not sent.',
  )
})
