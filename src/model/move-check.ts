import type { Board, Column } from '#contract/readers/read-board.ts'
import type { Card } from '#contract/readers/read-card.ts'
import { findCard } from './board-lookup.ts'
import { lockedMessage } from './messages/card-messages.ts'
import { MOVE_WITHOUT_COLUMN_ID, OFFLINE_REASON } from './messages/interaction-messages.ts'
import { moveIntent } from './move-intent.ts'
import { disabledReason } from './move-options.ts'
import type { MoveIntent } from './move-outcome.ts'
import { otherKeyFor } from './other-key-for.ts'
import type { OtherKey } from './other-keys.ts'
import { verdictForMove } from './permissions.ts'

/** What a person wants to move, on the board that is loaded. */
export interface MoveTarget {
  cardId: string
  /** `key` of the column. */
  columnKey: string
  isUndo?: true
}

/** Whether a move can be sent. */
export type MoveCheck =
  | { type: 'allowed'; intent: MoveIntent; card: Card; from: Column; to: Column }
  | { type: 'not-found' }
  | { type: 'same-column'; card: Card; to: Column }
  /** `otherKey`: a stored key that could do it. */
  | { type: 'not-allowed'; card: Card; to: Column; reason: string; otherKey: OtherKey | undefined }

export interface MoveConditions {
  role: string
  otherKeys: readonly OtherKey[]
  isOnline: boolean
}

/** The one check for drag, menu, keyboard, and undo. */
export function checkMove(
  board: Board,
  target: MoveTarget,
  { role, otherKeys, isOnline }: MoveConditions,
): MoveCheck {
  const found = findCard(board, target.cardId)
  const to = board.columns.find((column) => column.key === target.columnKey)
  if (!found || !to) return { type: 'not-found' }
  const { card, column: from } = found
  if (from === to) return { type: 'same-column', card, to }
  const refusal = lockedMessage(card) ?? (isOnline ? undefined : OFFLINE_REASON)
  if (refusal) return { type: 'not-allowed', card, to, reason: refusal, otherKey: undefined }
  const verdict = verdictForMove(role, to)
  if (verdict.type === 'no') {
    const reason = disabledReason(to, verdict.reason, otherKeys)
    return { type: 'not-allowed', card, to, reason, otherKey: otherKeyFor(to, otherKeys) }
  }
  const intent = moveIntent(card, from, to, target.isUndo)
  if (intent) return { type: 'allowed', intent, card, from, to }
  return { type: 'not-allowed', card, to, reason: MOVE_WITHOUT_COLUMN_ID, otherKey: undefined }
}
