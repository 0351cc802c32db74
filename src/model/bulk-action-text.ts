import { labelingCards, labelTheRest, labelTitle } from '#messages/bulk-label-messages.ts'
import * as messages from '#messages/bulk-messages.ts'
import type { BulkAction } from './bulk-action.ts'
import { type BulkCounts, countOutcomes } from './bulk-card.ts'

// What each kind of action on many cards is called.

export function bulkTitle(action: BulkAction, count = action.cards.length): string {
  return action.type === 'move'
    ? messages.bulkMoveTitle(count, action.toName)
    : labelTitle(action.change.names, count)
}

/** "Moving 2 cards to Review" */
function underWay(action: BulkAction): string {
  const count = action.cards.length
  return action.type === 'move'
    ? messages.movingCards(count, action.toName)
    : labelingCards(action.change.names, count)
}

/** When the action begins: its outcome can take minutes. */
export function bulkStart(action: BulkAction): string {
  return `${underWay(action)}…`
}

export function summaryOf(action: BulkAction, counts: BulkCounts = countOutcomes(action)): string {
  const summary = messages.bulkSummary(counts, action.isUndo)
  return action.phase === 'interrupted' ? messages.interrupted(underWay(action), summary) : summary
}

/** The offer to send what was not sent. */
export function sendTheRest(action: BulkAction, count: number): string {
  return action.type === 'move' ? messages.moveTheRest(count) : labelTheRest(count)
}
