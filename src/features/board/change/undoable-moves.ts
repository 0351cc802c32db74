import { cardKey } from '#model/board-ref.ts'
import type { MoveIntent } from '#model/move-outcome.ts'
import type { MoveReport } from '#queries/changes/move-reports.ts'
import {
  isWaitedFor,
  type PendingChange,
  type PendingOutcome,
  rememberPendingChange,
  rememberUndoableChange,
  settlePendingChange,
  type UndoableChange,
} from '#state/undo-store.ts'

type ReportOf<Type extends MoveReport['type']> = Extract<MoveReport, { type: Type }>

interface PendingMove {
  pending: PendingChange
  intent: MoveIntent
}

/**
 * Remembers each single move from its start, and settles it with its outcome. Returns what a person
 * can undo of a settled one.
 */
export function createUndoableMoves(): (report: MoveReport) => UndoableChange | undefined {
  /** By card. Of several moves, only the last one has an outcome. */
  const pendingMoves = new Map<string, readonly PendingMove[]>()
  return (report) => {
    if (report.type !== 'started' && report.type !== 'settled') return undefined
    const key = cardKey(report.session, report.intent.cardId)
    const moves = pendingMoves.get(key) ?? []
    if (report.type === 'started') {
      pendingMoves.set(key, [...moves, ...startMove(report, moves)])
      return undefined
    }
    pendingMoves.delete(key)
    return settleMoves(report, moves)
  }
}

function startMove(
  { session, intent }: ReportOf<'started'>,
  earlier: readonly PendingMove[],
): PendingMove[] {
  for (const { pending } of earlier) {
    // The undo of an older move takes the card further back. Any other move is meant to stay.
    if (isWaitedFor(pending)) settlePendingChange(pending, intent.isUndo ? 'nothing' : 'dropped')
  }
  return isSingleMove(intent) ? [{ pending: rememberPendingChange(session), intent }] : []
}

function settleMoves(
  { session, intent, outcome }: ReportOf<'settled'>,
  moves: readonly PendingMove[],
): UndoableChange | undefined {
  const own = moves.find((move) => move.intent === intent)
  const isUndoable = outcome.type === 'moved' && isSingleMove(intent)
  const change = isUndoable ? undoOf(session, intent) : undefined
  const without = outcome.type === 'unknown' ? 'dropped' : 'nothing'
  // Newest first, so that undos that wait follow each other in this order.
  const undo = own && settlePendingChange(own.pending, change ?? without)
  let next = intent
  for (const other of moves.filter((move) => move !== own).reverse()) {
    const areAllApplied = outcome.type === 'moved' || outcome.hasStayed === true
    const isApplied = areAllApplied && other.intent.toStatusId === next.fromStatusId
    const result: PendingOutcome = isApplied ? undoOf(session, other.intent) : 'dropped'
    settlePendingChange(other.pending, result)
    next = other.intent
  }
  if (own) return undo
  // The outcome was unknown, and the service has applied the move after all.
  if (change) rememberUndoableChange(change)
  return change
}

/** A move of many cards has one undo, and an undo none. */
function isSingleMove({ isUndo, isBulk }: MoveIntent): boolean {
  return !isUndo && !isBulk
}

function undoOf(
  board: MoveReport['session'],
  { cardId, fromStatusId }: MoveIntent,
): UndoableChange {
  return { type: 'move', board, cardId, fromStatusId }
}
