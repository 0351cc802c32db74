import { afterEach, describe, expect, test } from 'vitest'
import { createUndoableMoves } from '#features/board/feedback/undoable-moves.ts'
import type { MoveIntent, MoveOutcome } from '#model/move-outcome.ts'
import {
  forgetPendingChanges,
  isWaitedFor,
  type PendingChange,
  type PendingOutcome,
  rememberPendingChange,
  rememberUndoableChange,
  settlePendingChange,
  takeUndoableChange,
  type UndoableChange,
} from '#state/undo-store.ts'
import { resetStores } from '#test/support/stores.ts'

const session = { keyId: 'key', workspaceId: '12', projectId: undefined }

afterEach(resetStores)

function intent(from: string, to: string, flags: Partial<MoveIntent> = {}): MoveIntent {
  return {
    cardId: '7',
    cardNumber: 107,
    cardTitle: 'A card',
    previousBlockedReason: null,
    fromStatusId: from,
    fromName: from,
    toStatusId: to,
    toName: to,
    ...flags,
  }
}

function outcome(type: MoveOutcome['type'], facts: Partial<MoveOutcome> = {}): MoveOutcome {
  return { type, message: '', cardStatus: '', ...facts }
}

/** What is undone one after the other, by the column that the card goes back to. */
function undoAll(): (string | undefined)[] {
  const columns: (string | undefined)[] = []
  for (let change = takeUndoableChange(session); change; change = takeUndoableChange(session)) {
    columns.push(change.type === 'move' ? change.fromStatusId : change.type)
  }
  return columns
}

function takePending(): PendingChange {
  const change = takeUndoableChange(session)
  if (change?.type !== 'pending') throw new Error('The newest change isn’t pending.')
  return change
}

describe('the undo of a move', () => {
  test('is offered once the move is confirmed', () => {
    const report = createUndoableMoves()
    const move = intent('a', 'b')
    expect(report({ type: 'started', session, intent: move })).toBeUndefined()
    const undo = report({ type: 'settled', session, intent: move, outcome: outcome('moved') })
    expect(undo).toMatchObject({ type: 'move', cardId: '7', fromStatusId: 'a' })
    expect(undoAll()).toEqual(['a'])
  })

  test('is not offered when an undo already waits for the move', async () => {
    const report = createUndoableMoves()
    const move = intent('a', 'b')
    report({ type: 'started', session, intent: move })
    const { outcome: waiting } = takePending()
    const undo = report({ type: 'settled', session, intent: move, outcome: outcome('moved') })
    expect(undo).toBeUndefined()
    expect(await waiting).toMatchObject({ fromStatusId: 'a' })
    expect(undoAll()).toEqual([])
  })

  test('goes through each column when the card was moved again before the first response', () => {
    const report = createUndoableMoves()
    const last = intent('b', 'c')
    report({ type: 'started', session, intent: intent('a', 'b') })
    report({ type: 'started', session, intent: last })
    report({ type: 'settled', session, intent: last, outcome: outcome('moved') })
    expect(undoAll()).toEqual(['b', 'a'])
  })

  test('remains for the first move when the service refuses the second one', () => {
    const report = createUndoableMoves()
    const last = intent('b', 'c')
    report({ type: 'started', session, intent: intent('a', 'b') })
    report({ type: 'started', session, intent: last })
    const refused = outcome('refused', { hasStayed: true })
    report({ type: 'settled', session, intent: last, outcome: refused })
    expect(undoAll()).toEqual(['a'])
  })

  test('doesn’t remain when no load shows that the first move was applied', () => {
    const report = createUndoableMoves()
    const last = intent('b', 'c')
    report({ type: 'started', session, intent: intent('a', 'b') })
    report({ type: 'started', session, intent: last })
    report({ type: 'settled', session, intent: last, outcome: outcome('refused') })
    expect(undoAll()).toEqual([])
  })

  test('doesn’t remain when the second move began elsewhere', () => {
    const report = createUndoableMoves()
    const last = intent('a', 'c')
    report({ type: 'started', session, intent: intent('a', 'b') })
    report({ type: 'started', session, intent: last })
    report({ type: 'settled', session, intent: last, outcome: outcome('moved') })
    expect(undoAll()).toEqual(['a'])
  })

  test('follows the order of the key presses when several wait', async () => {
    const report = createUndoableMoves()
    const last = intent('c', 'd')
    for (const move of [intent('a', 'b'), intent('b', 'c'), last]) {
      report({ type: 'started', session, intent: move })
    }
    const undone: PendingOutcome[] = []
    const waiting = [takePending(), takePending(), takePending()].map(async (pending) => {
      undone.push(await pending.outcome)
    })
    report({ type: 'settled', session, intent: last, outcome: outcome('moved') })
    await Promise.all(waiting)
    expect(undone).toMatchObject([
      { fromStatusId: 'c' },
      { fromStatusId: 'b' },
      { fromStatusId: 'a' },
    ])
  })

  test('is dropped when a person moves the card again while it waits', async () => {
    const report = createUndoableMoves()
    report({ type: 'started', session, intent: intent('a', 'b') })
    const { outcome: waiting } = takePending()
    report({ type: 'started', session, intent: intent('b', 'c') })
    expect(await waiting).toBe('dropped')
  })

  test('ends without a word when the undo of an older move takes the card further back', async () => {
    const report = createUndoableMoves()
    report({ type: 'started', session, intent: intent('b', 'c') })
    const { outcome: waiting } = takePending()
    report({ type: 'started', session, intent: intent('c', 'a', { isUndo: true }) })
    expect(await waiting).toBe('nothing')
  })

  test('is dropped when the outcome is unknown, and offered when the service applies the move later', async () => {
    const report = createUndoableMoves()
    const move = intent('a', 'b')
    report({ type: 'started', session, intent: move })
    const { outcome: waiting } = takePending()
    report({ type: 'settled', session, intent: move, outcome: outcome('unknown') })
    expect(await waiting).toBe('dropped')
    const undo = report({ type: 'settled', session, intent: move, outcome: outcome('moved') })
    expect(undo).toMatchObject({ fromStatusId: 'a' })
    expect(undoAll()).toEqual(['a'])
  })

  test('has nothing to do when the service refuses the move', async () => {
    const report = createUndoableMoves()
    const move = intent('a', 'b')
    report({ type: 'started', session, intent: move })
    const { outcome: waiting } = takePending()
    report({ type: 'settled', session, intent: move, outcome: outcome('refused') })
    expect(await waiting).toBe('nothing')
    expect(undoAll()).toEqual([])
  })

  test.each([['isUndo'], ['isBulk']] as const)('with %s is left to others', (flag) => {
    const report = createUndoableMoves()
    const move = intent('a', 'b', { [flag]: true })
    report({ type: 'started', session, intent: move })
    const undo = report({ type: 'settled', session, intent: move, outcome: outcome('moved') })
    expect(undo).toBeUndefined()
    expect(undoAll()).toEqual([])
  })
})

describe('changes that can be undone', () => {
  const change = (cardId: string): UndoableChange => ({
    type: 'move',
    board: session,
    cardId,
    fromStatusId: cardId,
  })

  test('are in the order in which they were sent, whatever is confirmed first', () => {
    const first = rememberPendingChange(session)
    const second = rememberPendingChange(session)
    settlePendingChange(second, change('2'))
    settlePendingChange(first, change('1'))
    expect(undoAll()).toEqual(['2', '1'])
  })

  test('are at most twenty, and a pending one is never forgotten for newer ones', () => {
    const pending = rememberPendingChange(session)
    for (let id = 1; id <= 25; id += 1) rememberUndoableChange(change(String(id)))
    expect(settlePendingChange(pending, change('0'))).toMatchObject({ cardId: '0' })
    const ids = Array.from({ length: 19 }, (_, index) => String(25 - index))
    expect(undoAll()).toEqual([...ids, '6'])
  })

  test('of a removed key no longer wait, and those of other keys do', async () => {
    const removed = rememberPendingChange(session)
    const waiting = rememberPendingChange(session)
    expect(takeUndoableChange(session)).toBe(waiting)
    const kept = rememberPendingChange({ ...session, keyId: 'other' })
    forgetPendingChanges('key')
    expect(await removed.outcome).toBe('nothing')
    expect(await waiting.outcome).toBe('nothing')
    expect(isWaitedFor(waiting)).toBe(false)
    expect(takeUndoableChange(session)).toBeUndefined()
    expect(takeUndoableChange(kept.board)).toBe(kept)
  })
})
