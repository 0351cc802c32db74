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
const ADD_BUG = { intent: { add: ['7'], remove: [] }, names: { added: 'bug' } }
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
  const all = new Map(board.columns.flatMap(({ cards }) => cards.map(({ id }) => [id, 'Name'])))

  test('has the cards that it changes, and the reason of each other one', () => {
    const plan = planBulkLabels(board, { session: SESSION, change: ADD_BUG }, all, LABELS)
    expect(plan.edits.map(({ cardNumber }) => cardNumber)).toEqual([1, 6])
    expect(plan.leftOut.map(({ reason }) => reason).slice(0, 3)).toEqual([
      alreadySo({ added: 'bug' }),
      UNREADABLE_LABELS,
      NO_NUMBER,
    ])
    expect(plan.leftOut).toHaveLength(4)
  })

  test('has only the cards that are asked for, and names those that are not on the board', () => {
    const some = new Map([
      [idOf(6), '#6'],
      ['gone', '#99 Gone'],
    ])
    const plan = planBulkLabels(board, { session: SESSION, change: ADD_BUG }, some, LABELS)
    expect(plan.edits.map(({ cardNumber }) => cardNumber)).toEqual([6])
    expect(plan.leftOut).toEqual([{ name: '#99 Gone', reason: TARGET_NOT_ON_BOARD }])
  })

  test('that removes a label leaves out the cards without it', () => {
    const change = inverseOf(ADD_BUG)
    const plan = planBulkLabels(board, { session: SESSION, change }, all, LABELS)
    expect(plan.edits.map(({ cardNumber }) => cardNumber)).toEqual([2])
    expect(plan.leftOut.map(({ reason }) => reason)).toContain(alreadySo({ removed: 'bug' }))
  })

  test('is checked again for a card that has changed since then', () => {
    const intent = { cardId: idOf(1), cardNumber: 1, cardTitle: 'Card 1' }
    const recheck = (...cards: ReturnType<typeof aCard>[]) =>
      recheckLabelCard(boardOf(...cards), intent, ADD_BUG, LABELS)
    expect(recheck(aCard(1))).toEqual({ intent })
    expect(recheck(aCard(1, { labels: [label('7')] }))).toEqual({
      reason: alreadySo({ added: 'bug' }),
    })
    expect(recheck(aCard(2))).toEqual({ reason: TARGET_NOT_ON_BOARD })
  })
})

test('after a reload, the board tells what became of each card', () => {
  const cardOf = (number: number, state: 'waiting' | 'sent' | 'settled') => ({
    intent: { cardId: idOf(number), cardNumber: number, cardTitle: `Card ${number}` },
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
