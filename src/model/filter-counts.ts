import type { Board } from '#contract/readers/read-board.ts'
import type { Card } from '#contract/readers/read-card.ts'
import { assigneesOf } from './assignees.ts'
import { attentionOf, CARD_STATES, hasState, pullOf, stopCause } from './card-evidence.ts'
import { type CardFilter, EMPTY_FILTER, isEmptyFilter, NONE } from './card-filter.ts'
import { createCardFilter } from './filter-board.ts'
import { type LabelIndex, resolveLabelId } from './label-lookup.ts'
import { REFUSAL_CAUSES } from './refusal.ts'

/**
 * How many cards of a board have each value: of those that the rest of the filter leaves. A value
 * that none of them has is there with 0.
 */
export interface FilterCounts {
  /** By priority. */
  priorities: ReadonlyMap<string, number>
  /** By name, in the order of the alphabet; NONE last. */
  assignees: ReadonlyMap<string, number>
  /** By label id, or NONE. */
  labels: ReadonlyMap<string, number>
  /** How many lack a label, by its id. Only cards whose labels can be read count. */
  lacking: ReadonlyMap<string, number>
  /** By state of the repository; empty for boards without one. */
  states: ReadonlyMap<string, number>
  /** Of the cards that can't move, by cause. */
  causes: ReadonlyMap<string, number>
}

export function filterCounts(
  board: Board | undefined,
  index: LabelIndex,
  filter = EMPTY_FILTER,
): FilterCounts {
  const { withoutLabelIds } = filter
  const all = countValues(board, index, withoutLabelIds)
  // Where every card that can't move was refused, it would only be a second word for that.
  const states = new Map(all.states)
  if (!board?.columns.some(({ cards }) => cards.some(pullOf))) states.delete('nopull')
  if (!states.has('untried')) states.delete('refused')
  if (!board || isEmptyFilter(filter)) return { ...all, states }
  const countsOf = (some: CardFilter) =>
    countValues(createCardFilter(some, index).apply(board), index, withoutLabelIds)
  const full = countsOf(filter)
  const shown = { ...all, states }
  /** Choices of a field are alternatives: those that are chosen don't narrow the others. */
  const left = <Field extends keyof FilterCounts>(name: Field, field: keyof CardFilter) => {
    const counts = filter[field].length === 0 ? full : countsOf({ ...filter, [field]: [] })
    return new Map([...shown[name].keys()].map((value) => [value, counts[name].get(value) ?? 0]))
  }
  return {
    priorities: left('priorities', 'priorities'),
    assignees: left('assignees', 'assignees'),
    labels: left('labels', 'labelIds'),
    // Each one narrows further.
    lacking: full.lacking,
    states: left('states', 'states'),
    causes: left('causes', 'blocked'),
  }
}

/** @param otherIds Of labels that the board's list doesn't have. */
function countValues(
  board: Board | undefined,
  index: LabelIndex,
  otherIds: readonly string[],
): FilterCounts {
  const cards = board?.columns.flatMap((column) => column.cards) ?? []
  const now = Date.now()
  const assignees = countEach(cards, namesOf)
  const names = [...assignees].sort(([a], [b]) => compareNames(a, b))
  const states = countEach(cards, (card) =>
    CARD_STATES.filter((state) => hasState(card, state, now)),
  )
  const labels = countEach(cards, (card) => labelIdsOf(card, index))
  const readable = cards.filter(({ labels }) => labels !== null).length
  const labelIds = new Set([...index.byId.keys(), ...otherIds])
  const lacking = [...labelIds].map((id) => [id, readable - (labels.get(id) ?? 0)] as const)
  return {
    priorities: countEach(cards, ({ priority }) => [priority]),
    assignees: new Map(names),
    labels,
    lacking: new Map(lacking),
    states: new Map(CARD_STATES.flatMap((state) => entryOf(states, state))),
    causes: countCauses(board),
  }
}

/** How many cards can't move by each cause, without those that stop none. */
export function countCauses(board: Board | undefined): Map<string, number> {
  const cards = board?.columns.flatMap((column) => column.cards) ?? []
  const counts = countEach(cards, (card) => stopCause(card) ?? [])
  return new Map(REFUSAL_CAUSES.flatMap((cause) => entryOf(counts, cause)))
}

/** How many cards wait for checks: they aren't stopped, and can't move yet. */
export function countWaiting(board: Board | undefined): number {
  const cards = board?.columns.flatMap((column) => column.cards) ?? []
  return cards.filter((card) => attentionOf(card) === 'running').length
}

function entryOf(counts: ReadonlyMap<string, number>, value: string): [string, number][] {
  const count = counts.get(value)
  return count === undefined ? [] : [[value, count]]
}

function countEach<Item>(
  items: readonly Item[],
  valuesOf: (item: Item) => string | readonly string[],
): Map<string, number> {
  const counts = new Map<string, number>()
  for (const item of items) {
    for (const value of [valuesOf(item)].flat()) counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  return counts
}

function namesOf(card: Card): readonly string[] {
  const people = assigneesOf(card)
  return people.length === 0 ? [NONE] : people.map(({ name }) => name)
}

/** Labels that can't be read may be there. */
function labelIdsOf({ labels }: Card, index: LabelIndex): readonly string[] {
  if (labels?.length === 0) return [NONE]
  return labels?.map(({ id }) => resolveLabelId(id, index)) ?? []
}

function compareNames(a: string, b: string): number {
  return Number(a === NONE) - Number(b === NONE) || a.localeCompare(b)
}
