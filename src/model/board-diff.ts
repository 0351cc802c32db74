import type { Board } from '#contract/readers/read-board.ts'
import type { Card, CardLabel } from '#contract/readers/read-card.ts'
import { blockedReasonText } from '#messages/card-messages.ts'
import * as messages from '#messages/diff-messages.ts'
import { cardName } from './board-lookup.ts'
import { isLookedFor, partlyColumn } from './card-evidence.ts'
import { sharedEnds } from './structural-sharing.ts'

/** What happened to a card between two loads. */
export interface CardDiff {
  cardId: string
  type: messages.DiffType
  /** Announced: "#101 Rotate signing keys was moved from Queued to Building." */
  message: string
  /** Shown on the card: "Moved from Queued". */
  mark: string
}

interface Place {
  card: Card
  columnKey: string
  columnName: string
}

/**
 * What the repository or other people did to the cards between two loads of one board, which share
 * what is unchanged. Only the part of a column that changed is compared.
 */
export function boardDiff(before: Board, after: Board): CardDiff[] {
  if (before === after) return []
  const placesBefore = changedPlaces(before, after)
  const placesAfter = changedPlaces(after, before)
  const diffs: CardDiff[] = []
  for (const [cardId, place] of placesAfter) {
    const previous = placesBefore.get(cardId)
    // That it's found is no change of its own.
    if (previous && isLookedFor(previous.card)) continue
    const diff = previous ? cardDiff(previous, place, after.columns) : added(place)
    if (diff) diffs.push({ cardId, ...diff })
  }
  for (const [cardId, place] of placesBefore) {
    if (!placesAfter.has(cardId)) diffs.push({ cardId, ...removed(place) })
  }
  return diffs
}

/** Up to two changes are announced one by one, more of them as counts. */
export function diffSummary(diffs: readonly CardDiff[]): string {
  if (diffs.length <= 2) return diffs.map((diff) => diff.message).join(' ')
  return messages.changeSummary(diffs.map((diff) => diff.type))
}

type Diff = Omit<CardDiff, 'cardId'>

function cardDiff(previous: Place, current: Place, columns: Board['columns']): Diff | undefined {
  if (previous.card === current.card && previous.columnKey === current.columnKey) return undefined
  const name = cardName(current.card)
  if (previous.columnKey !== current.columnKey) {
    return {
      type: 'moved',
      message: messages.movedByOthers(name, previous.columnName, current.columnName),
      mark: messages.movedFrom(previous.columnName),
    }
  }
  return (
    blockedDiff(name, previous.card, current.card) ??
    partlyDiff(name, previous.card, current.card, columns) ??
    labelsDiff(name, previous, current) ??
    fieldDiff(name, previous.card, current.card)
  )
}

function blockedDiff(name: string, previous: Card, current: Card): Diff | undefined {
  if (!previous.blocked && current.blocked) {
    const message = messages.isBlocked(name, blockedReasonText(current.blocked.reason))
    return { type: 'blocked', message, mark: messages.NEWLY_BLOCKED }
  }
  if (previous.blocked && !current.blocked) {
    const message = messages.isNoLongerBlocked(name)
    return { type: 'unblocked', message, mark: messages.NO_LONGER_BLOCKED }
  }
  return undefined
}

/** A part of the card came into another column, or was taken out of it. */
function partlyDiff(
  name: string,
  previous: Card,
  current: Card,
  columns: Board['columns'],
): Diff | undefined {
  const column = partlyColumn(current, columns)
  if (column === undefined || column === partlyColumn(previous, columns)) return undefined
  return {
    type: 'partly',
    message: messages.isPartlyIn(name, column),
    mark: messages.NEWLY_PARTLY,
  }
}

function labelsDiff(
  name: string,
  { card: before }: Place,
  { card: after }: Place,
): Diff | undefined {
  if (before.labels === null || after.labels === null) return undefined
  const [idsBefore, idsAfter] = [idsOf(before.labels), idsOf(after.labels)]
  if (idsBefore === idsAfter) return undefined
  return {
    type: 'labels',
    message: messages.hasOtherLabels(name),
    mark: messages.LABELS_CHANGED,
  }
}

function fieldDiff(name: string, previous: Card, current: Card): Diff | undefined {
  const { assignee, priority } = current
  if (previous.assignee !== assignee) {
    const message = messages.isAssigned(name, assignee)
    return { type: 'assignee', message, mark: messages.ASSIGNEE_CHANGED }
  }
  if (previous.priority !== priority) {
    const message = messages.hasOtherPriority(name, priority)
    return { type: 'priority', message, mark: messages.PRIORITY_CHANGED }
  }
  if (previous.title === current.title) return undefined
  const message = messages.isRenamed(cardName(previous), current.title)
  return { type: 'title', message, mark: messages.TITLE_CHANGED }
}

function idsOf(labels: readonly CardLabel[]): string {
  return JSON.stringify(labels.map((label) => label.id).sort())
}

function added({ card, columnName }: Place): Diff {
  return { type: 'added', message: messages.isNew(cardName(card), columnName), mark: messages.NEW }
}

function removed({ card, columnName }: Place): Diff {
  return { type: 'removed', message: messages.wasRemoved(cardName(card), columnName), mark: '' }
}

/** Of the cards on the board, without those that are where they are on the other one. */
function changedPlaces(board: Board, other: Board): Map<string, Place> {
  const others = new Map(other.columns.map((column) => [column.key, column]))
  const places = new Map<string, Place>()
  for (const column of board.columns) {
    const same = others.get(column.key)
    if (same === column) continue
    const { cards, key, name } = column
    const { first, last } = sharedEnds(same?.cards ?? [], cards)
    for (const card of cards.slice(first, cards.length - last)) {
      // An unreadable card has no identity, so nobody can tell whether it is new or gone.
      if (!card.isUnreadable) places.set(card.id, { card, columnKey: key, columnName: name })
    }
  }
  return places
}
