import { cardKey } from '#model/board-ref.ts'
import type { MoveReport } from '#queries/moves/move-reports.ts'
import { expectUndoableChange, type SettleChange, type UndoableChange } from '#state/undo-store.ts'

type ReportOf<Type extends MoveReport['type']> = Extract<MoveReport, { type: Type }>

/** Keeps the place of each single move until it is settled. Returns what undoes a settled one. */
export function createUndoableMoves(): (report: MoveReport) => UndoableChange | undefined {
  const pending = new Map<string, SettleChange>()
  const take = ({ session, intent }: ReportOf<'started' | 'settled'>) => {
    const key = cardKey(session, intent.cardId)
    const settle = pending.get(key)
    pending.delete(key)
    return settle
  }
  const start = (report: ReportOf<'started'>) => {
    // A later move of the same card is the one that can be undone.
    take(report)?.(undefined)
    const { session, intent } = report
    if (isSingleChange(report)) {
      pending.set(cardKey(session, intent.cardId), expectUndoableChange(session))
    }
  }
  const settle = (report: ReportOf<'settled'>) => {
    const place = take(report)
    if (!isSingleChange(report)) return undefined
    const change = undoOf(report)
    // Without a place, it was unknown before whether the card has moved.
    const settlePlace = place ?? expectUndoableChange(report.session)
    settlePlace(change)
    return change
  }
  return (report) => {
    if (report.type === 'started') start(report)
    return report.type === 'settled' ? settle(report) : undefined
  }
}

/** A move of many cards has one undo, and an undo none. */
function isSingleChange({ intent }: ReportOf<'started' | 'settled'>): boolean {
  return !intent.isUndo && !intent.isBulk
}

function undoOf({ session, intent, outcome }: ReportOf<'settled'>): UndoableChange | undefined {
  if (outcome.type !== 'moved') return undefined
  return { type: 'move', board: session, cardId: intent.cardId, fromStatusId: intent.fromStatusId }
}
