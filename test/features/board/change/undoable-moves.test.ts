import { afterEach, describe, expect, test } from 'vitest'
import { createUndoableMoves } from '#features/board/change/undoable-moves.ts'
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
  useUndoStore,
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

function isPending(change: PendingChange): boolean {
  return useUndoStore.getState().changes.includes(change)
}

function takePending(): PendingChange {
  const change = takeUndoableChange(session)
  if (change?.type !== 'pending') throw new Error('The newest change isn’t pending.')
  return change
}

/** Reports moves of one card. */
function follow() {
  const report = createUndoableMoves()
  return {
    start: (...moves: MoveIntent[]) =>
      moves.map((move) => report({ type: 'started', session, intent: move })),
    settle: (move: MoveIntent, result: MoveOutcome) =>
      report({ type: 'settled', session, intent: move, outcome: result }),
  }
}

describe('the undo of a move', () => {
  test('is offered once the move is confirmed', () => {
    const { start, settle } = follow()
    const move = intent('a', 'b')
    expect(start(move)).toEqual([undefined])
    const undo = settle(move, outcome('moved'))
    expect(undo).toMatchObject({ type: 'move', cardId: '7', fromStatusId: 'a' })
    expect(undoAll()).toEqual(['a'])
  })

  test('is not offered when an undo already waits for the move', async () => {
    const { start, settle } = follow()
    const move = intent('a', 'b')
    start(move)
    const { outcome: waiting } = takePending()
    const undo = settle(move, outcome('moved'))
    expect(undo).toBeUndefined()
    expect(await waiting).toMatchObject({ fromStatusId: 'a' })
    expect(undoAll()).toEqual([])
  })

  test('goes through each column when the card was moved again before the first response', () => {
    const { start, settle } = follow()
    const last = intent('b', 'c')
    start(intent('a', 'b'), last)
    settle(last, outcome('moved'))
    expect(undoAll()).toEqual(['b', 'a'])
  })

  test('remains for the first move when the service refuses the second one', () => {
    const { start, settle } = follow()
    const last = intent('b', 'c')
    start(intent('a', 'b'), last)
    const refused = outcome('refused', { hasStayed: true })
    settle(last, refused)
    expect(undoAll()).toEqual(['a'])
  })

  test('doesn’t remain when no load shows that the first move was applied', () => {
    const { start, settle } = follow()
    const last = intent('b', 'c')
    start(intent('a', 'b'), last)
    settle(last, outcome('refused'))
    expect(undoAll()).toEqual([])
  })

  test('doesn’t remain when the second move began elsewhere', () => {
    const { start, settle } = follow()
    const last = intent('a', 'c')
    start(intent('a', 'b'), last)
    settle(last, outcome('moved'))
    expect(undoAll()).toEqual(['a'])
  })

  test('follows the order of the key presses when several wait', async () => {
    const { start, settle } = follow()
    const last = intent('c', 'd')
    start(intent('a', 'b'), intent('b', 'c'), last)
    const undone: PendingOutcome[] = []
    const waiting = [takePending(), takePending(), takePending()].map(async (pending) => {
      undone.push(await pending.outcome)
    })
    settle(last, outcome('moved'))
    await Promise.all(waiting)
    expect(undone).toMatchObject([
      { fromStatusId: 'c' },
      { fromStatusId: 'b' },
      { fromStatusId: 'a' },
    ])
  })

  test('is dropped when a person moves the card again while it waits', async () => {
    const { start } = follow()
    start(intent('a', 'b'))
    const { outcome: waiting } = takePending()
    start(intent('b', 'c'))
    expect(await waiting).toBe('dropped')
  })

  test('ends without a word when the undo of an older move takes the card further back', async () => {
    const { start } = follow()
    start(intent('b', 'c'))
    const { outcome: waiting } = takePending()
    start(intent('c', 'a', { isUndo: true }))
    expect(await waiting).toBe('nothing')
  })

  test('is dropped when the outcome is unknown, and offered when the service applies the move later', async () => {
    const { start, settle } = follow()
    const move = intent('a', 'b')
    start(move)
    const { outcome: waiting } = takePending()
    settle(move, outcome('unknown'))
    expect(await waiting).toBe('dropped')
    const undo = settle(move, outcome('moved'))
    expect(undo).toMatchObject({ fromStatusId: 'a' })
    expect(undoAll()).toEqual(['a'])
  })

  test('has nothing to do when the service refuses the move', async () => {
    const { start, settle } = follow()
    const move = intent('a', 'b')
    start(move)
    const { outcome: waiting } = takePending()
    settle(move, outcome('refused'))
    expect(await waiting).toBe('nothing')
    expect(undoAll()).toEqual([])
  })

  test.each([['isUndo'], ['isBulk']] as const)('with %s is left to others', (flag) => {
    const { start, settle } = follow()
    const move = intent('a', 'b', { [flag]: true })
    start(move)
    const undo = settle(move, outcome('moved'))
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
    expect(isPending(pending)).toBe(true)
    // It is older than the twenty that are left.
    expect(settlePendingChange(pending, change('0'))).toBeUndefined()
    expect(undoAll()).toEqual(Array.from({ length: 20 }, (_, index) => String(25 - index)))
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
