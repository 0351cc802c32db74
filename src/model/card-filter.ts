import type { Board } from '#contract/board.ts'
import type { Card } from '#contract/card.ts'
import { cardName } from './board-view.ts'
import { type LabelIndex, resolveLabelId } from './card-labels.ts'

/** What a filter keeps; empty fields keep everything. */
export interface CardFilter {
  text: string
  blockedOnly: boolean
  /** A card with any of these is kept. */
  labelIds: readonly string[]
  /** A card of any of these is kept. */
  priorities: readonly string[]
}

/** The filter that keeps every card. */
export const NO_FILTER: CardFilter = { text: '', blockedOnly: false, labelIds: [], priorities: [] }

/** Does the filter keep every card? */
export function keepsAll({ text, blockedOnly, labelIds, priorities }: CardFilter): boolean {
  return !text.trim() && !blockedOnly && labelIds.length === 0 && priorities.length === 0
}

/**
 * The columns with only the cards that match every part of the filter. Every word of the text is found in
 * "#number title", the assignee, the priority or a label's name.
 */
export function filterCards(board: Board, filter: CardFilter, labels: LabelIndex): Board {
  if (keepsAll(filter)) return board
  const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean)
  const [labelIds, priorities] = [new Set(filter.labelIds), new Set(filter.priorities)]
  const keeps = (card: Card): boolean => {
    if (filter.blockedOnly && !card.blocked) return false
    if (priorities.size > 0 && !priorities.has(card.priority)) return false
    const ids = card.labels?.map((label) => resolveLabelId(label.id, labels)) ?? []
    if (labelIds.size > 0 && !ids.some((id) => labelIds.has(id))) return false
    const text = words.length > 0 ? searchText(card, labels) : ''
    return words.every((word) => text.includes(word))
  }
  return {
    ...board,
    columns: board.columns.map((column) => {
      const cards = column.cards.filter(keeps)
      return cards.length === column.cards.length ? column : { ...column, cards }
    }),
  }
}

const USUAL_PRIORITIES = ['urgent', 'high', 'medium', 'low']

/** The priorities that cards of a board have: the usual ones by urgency, then what else there is. [gap G17] */
export function prioritiesOf(board: Board): string[] {
  const met = new Set(board.columns.flatMap((column) => column.cards.map((card) => card.priority)))
  met.delete('')
  const others = [...met].filter((one) => !USUAL_PRIORITIES.includes(one)).sort()
  return [...USUAL_PRIORITIES.filter((one) => met.has(one)), ...others]
}

function searchText(card: Card, { byId }: LabelIndex): string {
  const labels = card.labels?.map((label) => byId.get(label.id)?.name ?? label.name ?? label.id) ?? []
  return [cardName(card), card.assignee ?? '', card.priority, ...labels].join('\n').toLowerCase()
}
