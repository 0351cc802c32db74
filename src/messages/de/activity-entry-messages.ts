import { listOf } from '#model/list-of.ts'

/** Who did something: the reader, another person or program, or the repository. */
export type Who = { type: 'you' } | { type: 'other'; name: string } | { type: 'repository' }

function subject(who: Who): string {
  if (who.type === 'you') return 'Du hast'
  return who.type === 'other' ? `${who.name} hat` : 'Ein Push hat'
}

/** `cards` is the name of one, or how many. */
export function movedBy(who: Who, cards: string, from: string, to: string): string {
  return `${subject(who)} ${cards}${from === '' ? '' : ` von ${from}`} nach ${to} verschoben.`
}

export function refusedFor(who: Who, card: string, to: string, reason: string): string {
  const target = to === '' ? '' : ` nach ${to}`
  const verb = who.type === 'you' ? 'Du konntest' : `${subject(who).replace(/ hat$/, '')} konnte`
  return `${verb} ${card} nicht${target} verschieben: ${reason.replace(/\.$/, '')}.`
}

export function labeledBy(
  who: Who,
  cards: string,
  added: readonly string[],
  removed: readonly string[],
): string {
  if (added.length === 0 && removed.length === 0) {
    return `${subject(who)} die Labels von ${cards} geändert.`
  }
  const adds = added.length > 0 ? [`${listOf(added)} zu ${cards} hinzugefügt`] : []
  const from = added.length > 0 ? '' : ` von ${cards}`
  const removes = removed.length > 0 ? [`${listOf(removed)}${from} entfernt`] : []
  return `${subject(who)} ${[...adds, ...removes].join(' und ')}.`
}

/** @param author Whose commits a new branch has. */
export function addedBy(who: Who, cards: string, to: string, author: string): string {
  if (who.type !== 'repository') {
    return `${subject(who)} ${cards}${to === '' ? '' : ` zu ${to}`} hinzugefügt.`
  }
  return `Neu${to === '' ? '' : ` in ${to}`}: ${cards}${author === '' ? '' : `, von ${author}`}.`
}

const FIELD_NAMES: Readonly<Record<string, string>> = {
  title: 'den Titel',
  project: 'das Projekt',
  priority: 'die Priorität',
  assignee: 'die Zuständigkeit',
}

export function editedBy(who: Who, card: string, fields: readonly string[]): string {
  const names = fields.map((field) => FIELD_NAMES[field] ?? field)
  return `${subject(who)} ${listOf(names)} von ${card} geändert.`
}

export function removedBy(who: Who, cards: string): string {
  if (who.type === 'repository') return `Mit dem Branch verschwunden: ${cards}.`
  return `${subject(who)} ${cards} vom Board entfernt.`
}

export function labelCreatedBy(who: Who, label: string): string {
  return `${subject(who)} das Label ${label} angelegt.`
}

export function labelChangedBy(who: Who, label: string, before: string): string {
  if (before === '') return `${subject(who)} das Label ${label} geändert.`
  return `${subject(who)} das Label ${before} in ${label} umbenannt.`
}

export function labelDeletedBy(who: Who, label: string): string {
  return `${subject(who)} das Label ${label} gelöscht.`
}

/** On a card, and behind a summary. */
export function by(text: string, names: readonly string[]): string {
  return `${text} von ${listOf(names)}`
}

export const SINCE_LAST_VISIT = 'Seit deinem letzten Besuch'
export const EARLIER = 'Früher'
export const ACTIVITY_OF_BOARD = 'Was sich auf diesem Board geändert hat, Neuestes zuerst.'
export const NO_ACTIVITY_ON_BOARD = 'Auf diesem Board hat sich noch nichts geändert.'
export const LOADING_ACTIVITY = 'Änderungen werden geladen …'

/** @param isMore Whether there are more than were counted. */
export function changesSinceLastVisit(count: number, isMore: boolean): string {
  const changes = count === 1 ? '1 Änderung' : `${count} Änderungen`
  return `${isMore ? 'Mehr als ' : ''}${changes} seit deinem letzten Besuch`
}
