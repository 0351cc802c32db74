import type { Board } from '#contract/readers/read-board.ts'
import type { Card } from '#contract/readers/read-card.ts'
import * as messages from '#messages/bulk-label-messages.ts'
import { lockedMessage } from '#messages/card-messages.ts'
import { bulkEditEstimate, labelsNotConfirmed } from '#messages/label-messages.ts'
import { gone, TARGET_NOT_ON_BOARD } from '#messages/move-messages.ts'
import { cardName, findCard } from './board-lookup.ts'
import type { BoardSession } from './board-ref.ts'
import {
  type BulkActionFacts,
  type BulkCard,
  type BulkIntent,
  type BulkOutcome,
  INTERRUPTED,
  type LeftOutCard,
  mustBeJudged,
} from './bulk-card.ts'
import type { LabelIntent } from './label-edits.ts'
import { type LabelIndex, resolveLabelId } from './label-lookup.ts'
import { cardNameOf } from './move-outcome.ts'

/** What happens to the labels of many cards, with the names for sentences. */
export interface BulkLabelChange {
  intent: LabelIntent
  /** The name of the label that is added; the one that it replaces, or that is removed. */
  names: { added?: string | undefined; removed?: string | undefined }
}

type LabelCard = BulkCard<BulkIntent, BulkOutcome>

/** One edit of the labels of many cards. */
export interface BulkLabelEdit extends BulkActionFacts<LabelCard> {
  type: 'labels'
  change: BulkLabelChange
}

/** What it would do. Nothing is sent yet. */
export interface BulkLabelPlan {
  session: BoardSession
  change: BulkLabelChange
  edits: readonly BulkIntent[]
  leftOut: readonly LeftOutCard[]
  isUndo?: true | undefined
}

/**
 * Which of these cards, names by id, the change applies to, in the order of the board. Those that
 * are not on the board are left out.
 */
export function planBulkLabels(
  board: Board,
  { session, change, isUndo }: Pick<BulkLabelPlan, 'session' | 'change' | 'isUndo'>,
  wanted: ReadonlyMap<string, string>,
  labels: LabelIndex,
): BulkLabelPlan {
  const cards = board.columns.flatMap((column) => column.cards.filter(({ id }) => wanted.has(id)))
  const checks = cards.map((card) => ({ card, check: checkCard(card, change, labels) }))
  const leftOut = checks.flatMap(({ card, check }) =>
    'reason' in check ? [{ name: cardName(card), reason: check.reason }] : [],
  )
  const found = new Set(cards.map(({ id }) => id))
  const missing = [...wanted].flatMap(([id, name]) =>
    found.has(id) ? [] : [{ name, reason: TARGET_NOT_ON_BOARD }],
  )
  return {
    session,
    change,
    isUndo,
    edits: checks.flatMap(({ check }) => ('intent' in check ? check.intent : [])),
    leftOut: [...leftOut, ...missing],
  }
}

type CardCheck = { intent: BulkIntent } | { reason: string }

function checkCard(card: Card, change: BulkLabelChange, labels: LabelIndex): CardCheck {
  const { id, number, title } = card
  const locked = lockedMessage(card)
  if (locked) return { reason: locked }
  if (number === undefined) return { reason: messages.NO_NUMBER }
  if (card.labels === null) return { reason: messages.UNREADABLE_LABELS }
  if (hasChange(card, change.intent, labels)) return { reason: messages.alreadySo(change.names) }
  return { intent: { cardId: id, cardNumber: number, cardTitle: title } }
}

/** Whether the labels of the card are already as they should be. */
function hasChange(card: Card, { add, remove }: LabelIntent, labels: LabelIndex): boolean {
  const ids = new Set(card.labels?.map(({ id }) => resolveLabelId(id, labels)))
  return add.every((id) => ids.has(id)) && remove.every((id) => !ids.has(id))
}

/** A card on the board of this moment, which may have changed since the plan. */
export function recheckLabelCard(
  board: Board,
  { cardId }: BulkIntent,
  change: BulkLabelChange,
  labels: LabelIndex,
): CardCheck {
  const card = findCard(board, cardId)?.card
  return card ? checkCard(card, change, labels) : { reason: TARGET_NOT_ON_BOARD }
}

/**
 * What became of an edit that the page didn't see the end of, by a board that was loaded since
 * then.
 */
export function interruptedLabelEdit(
  edit: BulkLabelEdit,
  board: Board,
  labels: LabelIndex,
): BulkLabelEdit {
  const judge = (card: LabelCard): LabelCard => {
    // It wasn't sent: what is on the card now is of another change.
    if (card.state === 'waiting') return card
    return { ...card, state: 'settled', outcome: outcomeOnBoard(card.intent) }
  }
  const outcomeOnBoard = (intent: BulkIntent): BulkOutcome => {
    const name = cardNameOf(intent)
    const card = findCard(board, intent.cardId)?.card
    if (!card) return { type: 'gone', message: gone(name) }
    return hasChange(card, edit.change.intent, labels)
      ? { type: 'changed', message: messages.labelsChanged(name, edit.change.names) }
      : { type: 'unknown', message: labelsNotConfirmed(name) }
  }
  const cards = edit.cards.map((card) => (mustBeJudged(card) ? judge(card) : card))
  return { ...edit, ...INTERRUPTED, cards }
}

/** The opposite, which Undo applies. */
export function inverseOf({ intent, names }: BulkLabelChange): BulkLabelChange {
  return {
    intent: { add: intent.remove, remove: intent.add },
    names: { added: names.removed, removed: names.added },
  }
}

/** One label in place of another one, as a merge of labels needs it. */
export function isReplacement({ names }: BulkLabelChange): boolean {
  return names.added !== undefined && names.removed !== undefined
}

/** More cards than that are changed only after a question. */
export const CARDS_WITHOUT_QUESTION = 200

/** Changes a minute that a service usually allows. [gap G19] */
const USUAL_CHANGES_PER_MINUTE = 120

/** How long the change of this many cards takes. */
export function bulkLabelEstimate(count: number): string {
  const minutes = Math.ceil(count / USUAL_CHANGES_PER_MINUTE)
  return bulkEditEstimate(USUAL_CHANGES_PER_MINUTE, minutes)
}
