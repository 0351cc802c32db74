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
import { type LabelIndex, labelIdsOn } from './label-lookup.ts'
import { cardNameOf } from './move-outcome.ts'

/** A label with its name, for sentences. */
export interface NamedLabel {
  id: string
  name: string
}

/** What happens to the labels of cards. */
export interface LabelChanges {
  add: readonly NamedLabel[]
  remove: readonly NamedLabel[]
  /** Of an undo: the ids of a card's labels as they were before. */
  order?: readonly string[] | undefined
}

/** What happens to the labels of many cards. */
export interface BulkLabelChange extends LabelChanges {
  /** The removed label is deleted afterwards, and the added one takes its place. */
  isMerge?: true | undefined
}

/** What changes about one card: of what is wanted, the part that isn't so already. */
export interface BulkLabelIntent extends BulkIntent {
  changes: LabelChanges
  /** Ids of the card's labels before. */
  before?: readonly string[] | undefined
}

type LabelCard = BulkCard<BulkLabelIntent, BulkOutcome>

/** One edit of the labels of many cards. */
export interface BulkLabelEdit extends BulkActionFacts<LabelCard> {
  type: 'labels'
  change: BulkLabelChange
}

/** What it would do. Nothing is sent yet. */
export interface BulkLabelPlan {
  session: BoardSession
  change: BulkLabelChange
  edits: readonly BulkLabelIntent[]
  leftOut: readonly LeftOutCard[]
  isUndo?: true | undefined
}

/** A card to change, which may have left the board. */
export interface BulkLabelTarget {
  name: string
  /** Of this card, in place of the change of all. */
  changes?: LabelChanges
}

/**
 * Which of these cards, by id, the change applies to, in the order of the board. Those that are not
 * on the board are left out.
 */
export function planBulkLabels(
  board: Board,
  { session, change, isUndo }: Pick<BulkLabelPlan, 'session' | 'change' | 'isUndo'>,
  targets: ReadonlyMap<string, BulkLabelTarget>,
  labels: LabelIndex,
): BulkLabelPlan {
  const checks = board.columns.flatMap(({ cards }) =>
    cards.flatMap((card) => {
      const target = targets.get(card.id)
      return target ? [{ card, check: checkCard(card, target.changes ?? change, labels) }] : []
    }),
  )
  const leftOut = checks.flatMap(({ card, check }) =>
    'reason' in check ? [{ name: cardName(card), reason: check.reason }] : [],
  )
  const found = new Set(checks.map(({ card }) => card.id))
  const missing = [...targets].flatMap(([id, { name }]) =>
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

type CardCheck = { intent: BulkLabelIntent } | { reason: string }

function checkCard(card: Card, wanted: LabelChanges, labels: LabelIndex): CardCheck {
  const { id, number, title } = card
  const locked = lockedMessage(card)
  if (locked) return { reason: locked }
  if (number === undefined) return { reason: messages.NO_NUMBER }
  if (card.labels === null) return { reason: messages.UNREADABLE_LABELS }
  const before = labelIdsOn(card, labels)
  const changes = missingChanges(new Set(before), wanted)
  if (isEmptyChange(changes)) return { reason: messages.alreadySo(namesOfChanges(wanted)) }
  return { intent: { cardId: id, cardNumber: number, cardTitle: title, changes, before } }
}

/** What of the wanted changes isn't so on the card already. */
function missingChanges(
  ids: ReadonlySet<string>,
  { add, remove, order }: LabelChanges,
): LabelChanges {
  return {
    add: add.filter(({ id }) => !ids.has(id)),
    remove: remove.filter(({ id }) => ids.has(id)),
    order,
  }
}

export function isEmptyChange({ add, remove }: LabelChanges): boolean {
  return add.length + remove.length === 0
}

/** For sentences. */
export function namesOfChanges({ add, remove }: LabelChanges): messages.LabelNames {
  const names = (some: readonly NamedLabel[]) => some.map(({ name }) => name)
  return { added: names(add), removed: names(remove) }
}

/** As one edit of a card takes it. */
export function labelIntent({ add, remove, order }: LabelChanges): LabelIntent {
  const ids = (some: readonly NamedLabel[]) => some.map(({ id }) => id)
  return { add: ids(add), remove: ids(remove), order }
}

/** A card on the board of this moment, which may have changed since the plan. */
export function recheckLabelCard(
  board: Board,
  { cardId }: BulkIntent,
  wanted: LabelChanges,
  labels: LabelIndex,
): CardCheck {
  const card = findCard(board, cardId)?.card
  return card ? checkCard(card, wanted, labels) : { reason: TARGET_NOT_ON_BOARD }
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
  const outcomeOnBoard = (intent: BulkLabelIntent): BulkOutcome => {
    const name = cardNameOf(intent)
    const card = findCard(board, intent.cardId)?.card
    if (!card) return { type: 'gone', message: gone(name) }
    return isEmptyChange(missingChanges(new Set(labelIdsOn(card, labels)), intent.changes))
      ? { type: 'changed', message: messages.labelsChanged(name, namesOfChanges(intent.changes)) }
      : { type: 'unknown', message: labelsNotConfirmed(name) }
  }
  const cards = edit.cards.map((card) => (mustBeJudged(card) ? judge(card) : card))
  return { ...edit, ...INTERRUPTED, cards }
}

/** The opposite, which Undo applies. */
export function inverseOf({ add, remove }: LabelChanges): LabelChanges {
  return { add: remove, remove: add }
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
