import type { Board } from '#contract/readers/read-board.ts'
import type { Card } from '#contract/readers/read-card.ts'
import { assigneesOf } from './assignees.ts'
import { NONE } from './card-filter.ts'
import { type LabelIndex, resolveLabelId } from './label-lookup.ts'

/** How many cards of a board have each value. */
export interface FilterCounts {
  /** By priority. */
  priorities: ReadonlyMap<string, number>
  /** By name, in the order of the alphabet; NONE last. */
  assignees: ReadonlyMap<string, number>
  /** By label id, or NONE. */
  labels: ReadonlyMap<string, number>
}

export function filterCounts(board: Board | undefined, index: LabelIndex): FilterCounts {
  const priorities = new Map<string, number>()
  const assignees = new Map<string, number>()
  const labels = new Map<string, number>()
  for (const { cards } of board?.columns ?? []) {
    for (const card of cards) {
      add(priorities, card.priority)
      for (const name of namesOf(card)) add(assignees, name)
      for (const id of labelIdsOf(card, index)) add(labels, id)
    }
  }
  const names = [...assignees].sort(([a], [b]) => compareNames(a, b))
  return { priorities, assignees: new Map(names), labels }
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

function add(counts: Map<string, number>, value: string): void {
  counts.set(value, (counts.get(value) ?? 0) + 1)
}
