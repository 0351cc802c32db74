import { isObject, type JsonObject, own } from '#contract/json.ts'
import type { Board } from '#contract/readers/read-board.ts'
import { labelingCards, labelTheRest, labelTitle } from '#messages/bulk-label-messages.ts'
import * as messages from '#messages/bulk-messages.ts'
import type { BulkAction } from './bulk-action.ts'
import { type BulkCounts, countOutcomes } from './bulk-card.ts'
import { interruptedLabelEdit, namesOfChanges } from './bulk-labels.ts'
import { interruptedBulkMove } from './bulk-move.ts'
import type { LabelIndex } from './label-lookup.ts'

export type BulkType = BulkAction['type']
export type BulkActionOf<Type extends BulkType = BulkType> = {
  [Each in Type]: { type: Each } & Extract<BulkAction, { type: Each }>
}[Type]

interface BulkKind<Type extends BulkType> {
  title: (action: BulkActionOf<Type>, count: number) => string
  /** "Moving 2 cards to Review" */
  underWay: (action: BulkActionOf<Type>) => string
  /** The offer to send what was not sent. */
  theRest: (count: number) => string
  /** Whether an object that this app has stored has what only this kind has. */
  isStored: (json: JsonObject) => boolean
  /** What became of it when the page was loaded again in the middle. */
  interrupted: (action: BulkActionOf<Type>, board: Board, labels: LabelIndex) => BulkAction
  /** Whether `interrupted` needs the labels of the board. */
  needsLabels: boolean
}

/** Each kind of action on many cards. Without its row here, a new one doesn't compile. */
export const BULK_KINDS: { readonly [Type in BulkType]: BulkKind<Type> } = {
  move: {
    title: ({ toName }, count) => messages.bulkMoveTitle(count, toName),
    underWay: ({ cards, toName }) => messages.movingCards(cards.length, toName),
    theRest: messages.moveTheRest,
    isStored: () => true,
    interrupted: interruptedBulkMove,
    needsLabels: false,
  },
  labels: {
    title: ({ change }, count) => labelTitle(namesOfChanges(change), count, change.isMerge),
    underWay: ({ cards, change }) =>
      labelingCards(namesOfChanges(change), cards.length, change.isMerge),
    theRest: labelTheRest,
    isStored: (json) => areLabelChanges(own(json, 'change')) && areLabelIntents(own(json, 'cards')),
    interrupted: interruptedLabelEdit,
    needsLabels: true,
  },
}

function areLabelChanges(json: unknown): boolean {
  return isObject(json) && [own(json, 'add'), own(json, 'remove')].every(Array.isArray)
}

function areLabelIntents(json: unknown): boolean {
  const hasChanges = (card: unknown) => {
    const intent = isObject(card) ? own(card, 'intent') : undefined
    return isObject(intent) && areLabelChanges(own(intent, 'changes'))
  }
  return Array.isArray(json) && json.every(hasChanges)
}

/** Only this app writes it, so its shape is checked as far as another version could differ. */
export function readBulkAction(json: unknown): BulkAction | undefined {
  return isBulkAction(json) ? json : undefined
}

function isBulkAction(json: unknown): json is BulkAction {
  if (!isObject(json)) return false
  const type = own(json, 'type')
  const isKnown = isBulkType(type) && BULK_KINDS[type].isStored(json)
  const cards = own(json, 'cards')
  const areCards =
    Array.isArray(cards) && cards.every((card) => isObject(card) && isObject(own(card, 'intent')))
  const leftOut = own(json, 'leftOut')
  const isLeftOut = Array.isArray(leftOut) && leftOut.every(isObject)
  return isKnown && areCards && isLeftOut && isObject(own(json, 'session'))
}

function isBulkType(value: unknown): value is BulkType {
  return typeof value === 'string' && Object.hasOwn(BULK_KINDS, value)
}

export function bulkTitle<Type extends BulkType>(
  action: BulkActionOf<Type>,
  count = action.cards.length,
): string {
  return BULK_KINDS[action.type].title(action, count)
}

function underWay<Type extends BulkType>(action: BulkActionOf<Type>): string {
  return BULK_KINDS[action.type].underWay(action)
}

/** When the action begins: its outcome can take minutes. */
export function bulkStart(action: BulkAction): string {
  return `${underWay(action)}…`
}

export function summaryOf(action: BulkAction, counts: BulkCounts = countOutcomes(action)): string {
  const { isUndo, phase } = action
  const isRunning = phase === 'running' || phase === 'paused'
  const summary = messages.bulkSummary(counts, { isUndo, isRunning })
  return phase === 'interrupted' ? messages.interrupted(underWay(action), summary) : summary
}

/** The offer to send what was not sent. */
export function sendTheRest({ type }: BulkAction, count: number): string {
  return BULK_KINDS[type].theRest(count)
}

/** What became of an action when the page was loaded again in the middle of it. */
export function afterReload<Type extends BulkType>(
  action: BulkActionOf<Type>,
  board: Board,
  labels: LabelIndex,
): BulkAction {
  return BULK_KINDS[action.type].interrupted(action, board, labels)
}
