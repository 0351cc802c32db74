import type { Board, Column } from '#contract/readers/read-board.ts'
import type { Card } from '#contract/readers/read-card.ts'
import { BLOCKED } from '#messages/common-messages.ts'
import { type Assignee, assigneesOf } from './assignees.ts'
import { cardName } from './board-lookup.ts'
import { hasState, stopCause } from './card-evidence.ts'
import { ANY_CAUSE, type CardFilter, filterKey, isEmptyFilter, NONE } from './card-filter.ts'
import { type LabelIndex, resolveLabelId } from './label-lookup.ts'
import { createTextMatcher } from './search-text.ts'

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
 * a label's name, or "Blocked" and the reason. A column that the filter has seen before costs
 * nothing and stays the same object.
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
  const isSameBesides = filterKey({ ...next, text: '' }) === filterKey({ ...last, text: '' })
  return text.startsWith(lastText) && isSameBesides
}

type CardTest = (card: Card) => boolean

interface FilterContext {
  labels: LabelIndex
  /** The names of a card's people, none for a card without an assignee. */
  peopleOf: (card: Card) => readonly Assignee[]
}

type TestOf = (filter: CardFilter, context: FilterContext) => CardTest | undefined

/** What each field of a filter asks of a card; undefined if nothing. The costly ones come last. */
const TESTS: Readonly<Record<keyof CardFilter, TestOf>> = {
  blocked: ({ blocked }) => {
    const isWanted = anyOf(blocked)
    return (
      isWanted &&
      ((card) => {
        const cause = stopCause(card)
        return cause !== undefined && isWanted([ANY_CAUSE, cause])
      })
    )
  },
  priorities: ({ priorities }) => {
    const isWanted = anyOf(priorities)
    return isWanted && ((card) => isWanted([card.priority]))
  },
  states: ({ states }) => {
    const now = Date.now()
    return states.length > 0
      ? (card) => states.some((state) => hasState(card, state, now))
      : undefined
  },
  assignees: ({ assignees }, { peopleOf }) => {
    const isWanted = anyOf(assignees)
    return isWanted && ((card) => isWanted(peopleOf(card).map(({ name }) => name)))
  },
  labelIds: ({ labelIds }, { labels }) => {
    const isWanted = anyOf(labelIds)
    return isWanted && testLabels(labels, isWanted)
  },
  allLabelIds: ({ allLabelIds }, { labels }) => {
    const areWanted = allLabelIds.flatMap((id) => anyOf([id]) ?? [])
    return areWanted[0] && testLabels(labels, (ids) => areWanted.every((isWanted) => isWanted(ids)))
  },
  withoutLabelIds: ({ withoutLabelIds }, { labels }) => {
    const isUnwanted = anyOf(withoutLabelIds)
    return isUnwanted && testLabels(labels, (ids) => !isUnwanted(ids))
  },
  text: ({ text }, context) => {
    const matchesText = createTextMatcher(text)
    return text.trim() ? (card) => matchesText(searchText(card, context)) : undefined
  },
}

function cardPredicate(filter: CardFilter, labels: LabelIndex): CardTest {
  const context = { labels, peopleOf: rememberPeople() }
  const tests = Object.values(TESTS).flatMap((testOf) => testOf(filter, context) ?? [])
  return (card) => tests.every((test) => test(card))
}

/**
 * Whether a card has one of the wanted values, or none if NONE is wanted; undefined when nothing
 * is.
 */
function anyOf(wanted: readonly string[]): ((values: readonly string[]) => boolean) | undefined {
  if (wanted.length === 0) return undefined
  const set = new Set(wanted)
  return (values) => (values.length === 0 ? set.has(NONE) : values.some((value) => set.has(value)))
}

/** A card with labels that can't be read never passes: any label may be there. */
function testLabels(labels: LabelIndex, test: (ids: readonly string[]) => boolean): CardTest {
  return (card) =>
    card.labels !== null && test(card.labels.map(({ id }) => resolveLabelId(id, labels)))
}

function searchText(card: Card, { labels, peopleOf }: FilterContext): string {
  const names =
    card.labels?.map((label) => labels.byId.get(label.id)?.name ?? label.name ?? label.id) ?? []
  const blocked = card.blocked === null ? [] : [BLOCKED, card.blocked.reason]
  // Initials are all that a card shows of its people.
  const people = peopleOf(card).flatMap(({ name, initials }) => [name, initials])
  return [cardName(card), ...people, card.priority, ...names, ...blocked].join('\n')
}

/** Many cards have the same people. */
function rememberPeople(): FilterContext['peopleOf'] {
  const known = new Map<string | null, readonly Assignee[]>()
  return (card) => {
    const people = known.get(card.assignee) ?? assigneesOf(card)
    known.set(card.assignee, people)
    return people
  }
}
