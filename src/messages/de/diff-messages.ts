/** Sentences are announced; marks are shown on the card. */
export const NEWLY_BLOCKED = 'Neu blockiert'
export const NO_LONGER_BLOCKED = 'Nicht mehr blockiert'
export const NEWLY_PARTLY = 'Teilweise verschoben'
export const NEW = 'Neu'
export const LABELS_CHANGED = 'Labels geändert'
export const ASSIGNEE_CHANGED = 'Zuständigkeit geändert'
export const PRIORITY_CHANGED = 'Priorität geändert'
export const TITLE_CHANGED = 'Titel geändert'

export function movedFrom(column: string): string {
  return `Aus ${column} verschoben`
}

export function movedByOthers(card: string, from: string, to: string): string {
  return `${card} wurde von ${from} nach ${to} verschoben.`
}

export function isBlocked(card: string, reason: string): string {
  return `${card} ist blockiert: ${reason.replace(/\.$/, '')}.`
}

export function isNoLongerBlocked(card: string): string {
  return `${card} ist nicht mehr blockiert.`
}

export function isPartlyIn(card: string, column: string): string {
  return `Ein Teil von ${card} ist jetzt in ${column}.`
}

export function isNew(card: string, column: string): string {
  return `${card} ist neu in ${column}.`
}

export function wasRemoved(card: string, column: string): string {
  return `${card} wurde vom Board entfernt (war in ${column}).`
}

export function hasOtherLabels(card: string): string {
  return `Die Labels von ${card} wurden geändert.`
}

/** @param assignee null when the card is no longer assigned to anybody. */
export function isAssigned(card: string, assignee: string | null): string {
  return assignee
    ? `${card} ist jetzt ${assignee} zugewiesen.`
    : `${card} ist nicht mehr zugewiesen.`
}

export function hasOtherPriority(card: string, priority: string): string {
  return priority
    ? `Die Priorität von ${card} ist jetzt ${priority}.`
    : `${card} hat keine Priorität mehr.`
}

export function isRenamed(card: string, title: string): string {
  return `${card} heißt jetzt „${title}“.`
}

const SUMMARY = {
  moved: 'verschoben',
  blocked: 'blockiert',
  unblocked: 'nicht mehr blockiert',
  partly: 'teilweise verschoben',
  removed: 'entfernt',
  added: 'neu',
  labels: 'mit anderen Labels',
  assignee: 'mit anderer Zuständigkeit',
  priority: 'mit anderer Priorität',
  title: 'mit anderem Titel',
} as const

export type DiffType = keyof typeof SUMMARY

/** Several changes as counts: "5 Karten geändert: 3 verschoben, 2 blockiert." */
export function changeSummary(types: readonly DiffType[]): string {
  const counts = new Map<DiffType, number>()
  for (const type of types) counts.set(type, (counts.get(type) ?? 0) + 1)
  const parts = [...counts].map(([type, count]) => `${count} ${SUMMARY[type]}`)
  const cards = types.length === 1 ? '1 Karte' : `${types.length} Karten`
  return `${cards} geändert: ${parts.join(', ')}.`
}
