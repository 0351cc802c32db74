import { cardKey } from '#model/board-ref.ts'
import type { MoveIntent } from '#model/move-outcome.ts'
import type { MoveReport } from '#queries/moves/move-reports.ts'
import {
  isPending,
  type PendingChange,
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
    if (isFollowedFurther(report)) return undefined
    pendingMoves.delete(key)
    return settleMoves(report, moves)
  }
}

function startMove(
  { session, intent }: ReportOf<'started'>,
  earlier: readonly PendingMove[],
): PendingMove[] {
  // A person who moves the card again no longer wants the undo that waits.
  for (const { pending } of earlier) if (!isPending(pending)) pending.resolve('changed-again')
  return isSingleMove(intent) ? [{ pending: rememberPendingChange(session), intent }] : []
}

function settleMoves(
  { session, intent, outcome }: ReportOf<'settled'>,
  moves: readonly PendingMove[],
): UndoableChange | undefined {
  const own = moves.find((move) => move.intent === intent)
  // This move began where the one before it had ended.
  const areOthersApplied = outcome.type === 'moved' || outcome.hasStayed
  for (const other of moves) {
    if (other === own) continue
    const change = areOthersApplied ? undoOf(session, other.intent) : undefined
    settlePendingChange(other.pending, change)
  }
  const isUndoable = outcome.type === 'moved' && isSingleMove(intent)
  const change = isUndoable ? undoOf(session, intent) : undefined
  if (own) return settlePendingChange(own.pending, change)
  // It was settled before, and the service has applied it after all.
  if (change) rememberUndoableChange(change)
  return change
}

function isFollowedFurther({ outcome }: ReportOf<'settled'>): boolean {
  return outcome.type === 'unknown' && !outcome.hasStayed
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
