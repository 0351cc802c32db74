import type { Board, Column } from '#contract/readers/read-board.ts'
import type { Card } from '#contract/readers/read-card.ts'
import { assigneesOf } from './assignees.ts'
import { cardName } from './board-lookup.ts'
import { type LabelIndex, resolveLabelId } from './label-lookup.ts'
import { createTextMatcher } from './search-text.ts'

/** Which cards are visible. An empty field hides none. */
export interface CardFilter {
  text: string
  blockedOnly: boolean
  /** A card with any of these labels is visible. */
  labelIds: readonly string[]
  /** A card with any of these priorities is visible. */
  priorities: readonly string[]
}

export const EMPTY_FILTER: CardFilter = {
  text: '',
  blockedOnly: false,
  labelIds: [],
  priorities: [],
}

export function isEmptyFilter({ text, blockedOnly, labelIds, priorities }: CardFilter): boolean {
  return !text.trim() && !blockedOnly && labelIds.length === 0 && priorities.length === 0
}

/** Leaves only the cards of a board that match every part of a filter. */
export interface BoardFilter {
  filter: CardFilter
  labels: LabelIndex
  /** What is left of each column that it has seen. */
  filtered: WeakMap<Column, Column>
  apply: (board: Board) => Board
}

/**
 * Every word of the text must be in "#number title", an assignee's name or initials, the priority,
 * a label's name, or "Blocked" and the reason. A column that the filter has seen before costs nothing and stays the same
 * object.
 *
 * @param last what the screen shows: if this filter only adds to its text, only the cards that it
 *   has left are compared.
 */
export function createCardFilter(
  filter: CardFilter,
  labels: LabelIndex,
  last?: BoardFilter,
): BoardFilter {
  const isVisible = cardPredicate(filter, labels)
  const isNarrower = last?.labels === labels && narrows(filter, last.filter)
  // Not `last` itself: each one would keep the one before it.
  const filteredBefore = isNarrower ? last?.filtered : undefined
  const filtered = new WeakMap<Column, Column>()
  const filterColumn = (column: Column): Column => {
    const known = filtered.get(column)
    if (known) return known
    const candidates = filteredBefore?.get(column) ?? column
    const cards = candidates.cards.filter(isVisible)
    const isWhole = cards.length === candidates.cards.length
    const result = isWhole ? candidates : { ...candidates, cards }
    filtered.set(column, result)
    return result
  }
  const apply = (board: Board) =>
    isEmptyFilter(filter) ? board : { ...board, columns: board.columns.map(filterColumn) }
  return { filter, labels, filtered, apply }
}

/** Whether only the text differs, and every card that matches `next` matches `last`. */
function narrows(next: CardFilter, last: CardFilter): boolean {
  const [text, lastText] = [next.text.toLowerCase(), last.text.toLowerCase()]
  return text.startsWith(lastText) && withoutText(next) === withoutText(last)
}

function withoutText({ blockedOnly, labelIds, priorities }: CardFilter): string {
  return JSON.stringify([blockedOnly, labelIds, priorities])
}

function cardPredicate(filter: CardFilter, labels: LabelIndex): (card: Card) => boolean {
  const [labelIds, priorities] = [new Set(filter.labelIds), new Set(filter.priorities)]
  const checks: ((card: Card) => boolean)[] = []
  if (filter.blockedOnly) checks.push((card) => card.blocked !== null)
  if (priorities.size > 0) checks.push((card) => priorities.has(card.priority))
  if (labelIds.size > 0) checks.push((card) => idsOf(card, labels).some((id) => labelIds.has(id)))
  if (filter.text.trim()) {
    const matchesText = createTextMatcher(filter.text)
    const people = createPeopleText()
    checks.push((card) => matchesText(searchText(card, labels, people)))
  }
  return (card) => checks.every((check) => check(card))
}

function idsOf(card: Card, labels: LabelIndex): string[] {
  return card.labels?.map((label) => resolveLabelId(label.id, labels)) ?? []
}

/** What a card shows before the reason. */
const BLOCKED = 'Blocked'

type PeopleText = (card: Card) => string

function searchText(card: Card, { byId }: LabelIndex, people: PeopleText): string {
  const names =
    card.labels?.map((label) => byId.get(label.id)?.name ?? label.name ?? label.id) ?? []
  const blocked = card.blocked === null ? [] : [BLOCKED, card.blocked.reason]
  return [cardName(card), people(card), card.priority, ...names, ...blocked].join('\n')
}

/** Names and initials, which are all that a card shows. Many cards have the same people. */
function createPeopleText(): PeopleText {
  const known = new Map<string | null, string>()
  return (card) => {
    const text = known.get(card.assignee) ?? peopleText(card)
    known.set(card.assignee, text)
    return text
  }
}

function peopleText(card: Card): string {
  return assigneesOf(card)
    .map(({ name, initials }) => `${name} ${initials}`)
    .join('\n')
}
