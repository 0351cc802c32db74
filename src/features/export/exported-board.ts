import type { Column } from '#contract/readers/read-board.ts'
import type { Card } from '#contract/readers/read-card.ts'
import { readCardRepository } from '#contract/readers/read-card-repository.ts'
import { blockedReasonText } from '#messages/card-messages.ts'
import { ATTENTION } from '#messages/evidence-messages.ts'
import { UNCONFIRMED_LABELS, UNCONFIRMED_MOVE } from '#messages/export-messages.ts'
import { stateName } from '#messages/filter-messages.ts'
import { expectation } from '#messages/next-move-messages.ts'
import type { ArrangedBoard } from '#model/board-pipeline.ts'
import { attentionOf, isReady, partlyIn, pullOf } from '#model/card-evidence.ts'
import { displayedLabels, type LabelIndex } from '#model/label-lookup.ts'

/** A card as the screen shows it. Texts that it doesn't have are empty. */
export interface ExportedCard {
  number: number | null
  title: string
  column: string
  priority: string
  assignee: string
  labels: readonly string[]
  /** Why the last promotion was refused. */
  blocked: string
  /** Further columns that have a part of it. */
  partly: string
  branch: string
  /** The newest one. */
  commit: string
  /** ISO 8601. */
  committedAt: string
  inColumnSince: string
  /** The address of its pull request, or else the number. */
  pull: string
  /** What its face says about it: a draft, red checks, or that it's ready. */
  state: string
  /** What the next move would run into. */
  next: string
  /** What the service hasn't confirmed yet. */
  unconfirmed: string
  link: string
}

export interface ExportedBoard {
  board: string
  /** ISO 8601. */
  loadedAt: string
  /** Which cards are left out; empty without a filter. */
  filter: string
  cards: readonly ExportedCard[]
}

/** What the cards of a board don't have themselves. */
export interface ExportContext {
  labels: LabelIndex
  movingCardIds: ReadonlySet<string>
  labelingCardIds: ReadonlySet<string>
  linkOf: (cardNumber: number) => string
}

/** The cards in the order of the screen: a list has those of all columns in one. */
export function exportedCards(
  { board, inOrder }: Pick<ArrangedBoard, 'board' | 'inOrder'>,
  context: ExportContext,
): ExportedCard[] {
  const places = board.columns.flatMap((column) => column.cards.map((card) => ({ card, column })))
  const placeOf = new Map(places.map((place) => [place.card.id, place]))
  return inOrder.columns
    .flatMap(({ cards }) => cards.flatMap(({ id }) => placeOf.get(id) ?? []))
    .map(({ card, column }) => exportedCard(card, column, board.columns, context))
}

/** How many cards are not among those of a board because they are older. */
export function foldedCount({ older, board }: Pick<ArrangedBoard, 'older' | 'board'>): number {
  const shown = new Set(board.columns.flatMap(({ cards }) => cards.map(({ id }) => id)))
  const ids = [...older.values()].flatMap(({ cardIds }) => [...cardIds])
  return ids.filter((id) => !shown.has(id)).length
}

function exportedCard(
  card: Card,
  column: Column,
  columns: readonly Column[],
  context: ExportContext,
): ExportedCard {
  const { number, title, priority, assignee, labels, blocked } = card
  const unconfirmed = [
    ...(context.movingCardIds.has(card.id) ? [UNCONFIRMED_MOVE] : []),
    ...(context.labelingCardIds.has(card.id) ? [UNCONFIRMED_LABELS] : []),
  ]
  return {
    number: number ?? null,
    title,
    column: column.name,
    priority,
    assignee: assignee ?? '',
    labels: displayedLabels(labels ?? [], context.labels).map(({ name }) => name),
    blocked: blocked ? blockedReasonText(blocked.reason) : '',
    partly: partlyIn(card)
      .flatMap((id) => columns.find(({ statusId }) => statusId === id)?.name ?? [])
      .join('; '),
    ...repositoryFields(card),
    unconfirmed: unconfirmed.join('; '),
    link: number === undefined ? '' : context.linkOf(number),
  }
}

function repositoryFields(card: Card) {
  const repository = readCardRepository(card.repository)
  const { branch = '', head = '', next } = repository ?? {}
  return {
    branch,
    commit: head,
    committedAt: timeText(repository?.committedAt),
    inColumnSince: timeText(repository?.enteredAt),
    pull: pullText(card),
    state: stateText(card),
    next: (next && expectation(next)) ?? '',
  }
}

function pullText(card: Card): string {
  const pull = pullOf(card)
  return pull?.url ?? (pull ? String(pull.number) : '')
}

function stateText(card: Card): string {
  const attention = attentionOf(card)
  if (attention) return ATTENTION[attention]
  return isReady(card) ? stateName('ready') : ''
}

function timeText(time: number | undefined): string {
  return time === undefined ? '' : new Date(time).toISOString()
}
