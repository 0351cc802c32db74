import type { Board } from '#contract/readers/read-board.ts'
import { assigneesOf } from './assignees.ts'
import { type LabelIndex, resolveLabelId } from './label-lookup.ts'

/** How many cards of a board have each value. */
export interface FilterCounts {
  /** By priority. */
  priorities: ReadonlyMap<string, number>
  /** By name, in the order of the alphabet. */
  assignees: ReadonlyMap<string, number>
  /** By label id. */
  labels: ReadonlyMap<string, number>
}

export function filterCounts(board: Board | undefined, index: LabelIndex): FilterCounts {
  const priorities = new Map<string, number>()
  const assignees = new Map<string, number>()
  const labels = new Map<string, number>()
  for (const { cards } of board?.columns ?? []) {
    for (const card of cards) {
      add(priorities, card.priority)
      for (const { name } of assigneesOf(card)) add(assignees, name)
      for (const { id } of card.labels ?? []) add(labels, resolveLabelId(id, index))
    }
  }
  const names = [...assignees].sort(([a], [b]) => a.localeCompare(b))
  return { priorities, assignees: new Map(names), labels }
}

function add(counts: Map<string, number>, value: string): void {
  counts.set(value, (counts.get(value) ?? 0) + 1)
}
