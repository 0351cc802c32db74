import type { BulkAction } from '#model/bulk-action.ts'
import { type BulkCounts, countOutcomes } from '#model/bulk-card.ts'
import { labelingCards, labelTheRest, labelTitle } from './bulk-label-messages.ts'
import { bulkMoveTitle, bulkSummary, moveTheRest, movingCards } from './bulk-messages.ts'

// What each kind of action on many cards is called.

export function bulkTitle(action: BulkAction, count = action.cards.length): string {
  return action.type === 'move'
    ? bulkMoveTitle(count, action.toName)
    : labelTitle(action.change.names, count)
}

/** "Verschieben von 2 Karten nach Review" */
function underWay(action: BulkAction): string {
  const count = action.cards.length
  return action.type === 'move'
    ? movingCards(count, action.toName)
    : labelingCards(action.change.names, count)
}

/** When the action begins: its outcome can take minutes. */
export function bulkStart(action: BulkAction): string {
  return `${underWay(action)}…`
}

export function summaryOf(action: BulkAction, counts: BulkCounts = countOutcomes(action)): string {
  const summary = bulkSummary(counts, action.isUndo)
  return action.phase === 'interrupted'
    ? `${underWay(action)} wurde unterbrochen: ${summary}`
    : summary
}

/** The offer to send what was not sent. */
export function sendTheRest(action: BulkAction, count: number): string {
  return action.type === 'move' ? moveTheRest(count) : labelTheRest(count)
}
