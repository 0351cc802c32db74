/** Sentences are announced; marks are shown on the card. */
export const NEWLY_BLOCKED = 'Newly blocked'
export const NO_LONGER_BLOCKED = 'No longer blocked'
export const NEWLY_PARTLY = 'Partly moved'
export const NEW = 'New'
export const LABELS_CHANGED = 'Labels changed'
export const ASSIGNEE_CHANGED = 'Assignee changed'
export const PRIORITY_CHANGED = 'Priority changed'
export const TITLE_CHANGED = 'Title changed'

export function movedFrom(column: string): string {
  return `Moved from ${column}`
}

export function movedByOthers(card: string, from: string, to: string): string {
  return `${card} was moved from ${from} to ${to}.`
}

export function isBlocked(card: string, reason: string): string {
  return `${card} is blocked: ${reason.replace(/\.$/, '')}.`
}

export function isNoLongerBlocked(card: string): string {
  return `${card} is no longer blocked.`
}

export function isPartlyIn(card: string, column: string): string {
  return `A part of ${card} is in ${column} now.`
}

export function isNew(card: string, column: string): string {
  return `${card} is new in ${column}.`
}

export function wasRemoved(card: string, column: string): string {
  return `${card} was removed from the board (was in ${column}).`
}

export function hasOtherLabels(card: string): string {
  return `The labels of ${card} were changed.`
}

/** @param assignee null when the card is no longer assigned to anybody. */
export function isAssigned(card: string, assignee: string | null): string {
  return assignee ? `${card} is now assigned to ${assignee}.` : `${card} is no longer assigned.`
}

export function hasOtherPriority(card: string, priority: string): string {
  return priority
    ? `The priority of ${card} is now ${priority}.`
    : `${card} no longer has a priority.`
}

export function isRenamed(card: string, title: string): string {
  return `${card} is now called “${title}”.`
}

const SUMMARY = {
  moved: 'moved',
  blocked: 'blocked',
  unblocked: 'no longer blocked',
  partly: 'partly moved',
  removed: 'removed',
  added: 'new',
  labels: 'with other labels',
  assignee: 'with another assignee',
  priority: 'with another priority',
  title: 'with another title',
} as const

export type DiffType = keyof typeof SUMMARY

/** Several changes as counts: "5 cards changed: 3 moved, 2 blocked." */
export function changeSummary(types: readonly DiffType[]): string {
  const counts = new Map<DiffType, number>()
  for (const type of types) counts.set(type, (counts.get(type) ?? 0) + 1)
  const parts = [...counts].map(([type, count]) => `${count} ${SUMMARY[type]}`)
  return `${types.length} cards changed: ${parts.join(', ')}.`
}
