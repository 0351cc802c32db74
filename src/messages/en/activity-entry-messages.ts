import { listOf } from '#model/list-of.ts'

/** Who did something: the reader, another person or program, or the repository. */
export type Who = { type: 'you' } | { type: 'other'; name: string } | { type: 'repository' }

function subject(who: Who): string {
  if (who.type === 'you') return 'You'
  return who.type === 'other' ? who.name : 'A push'
}

/** `cards` is the name of one, or how many. */
export function movedBy(who: Who, cards: string, from: string, to: string): string {
  return `${subject(who)} moved ${cards}${from === '' ? '' : ` from ${from}`} to ${to}.`
}

export function refusedFor(who: Who, card: string, to: string, reason: string): string {
  const target = to === '' ? '' : ` to ${to}`
  return `${subject(who)} couldn’t move ${card}${target}: ${reason.replace(/\.$/, '')}.`
}

export function labeledBy(
  who: Who,
  cards: string,
  added: readonly string[],
  removed: readonly string[],
): string {
  if (added.length === 0 && removed.length === 0) {
    return `${subject(who)} changed the labels of ${cards}.`
  }
  const adds = added.length > 0 ? [`added ${listOf(added)} to ${cards}`] : []
  const from = added.length > 0 ? '' : ` from ${cards}`
  const removes = removed.length > 0 ? [`removed ${listOf(removed)}${from}`] : []
  return `${subject(who)} ${[...adds, ...removes].join(' and ')}.`
}

/** @param author Whose commits a new branch has. */
export function addedBy(who: Who, cards: string, to: string, author: string): string {
  const target = to === '' ? '' : ` to ${to}`
  if (who.type !== 'repository') return `${subject(who)} added ${cards}${target}.`
  const by = author === '' ? '' : `, by ${author}`
  return `${to === '' ? 'New' : `New in ${to}`}: ${cards}${by}.`
}

const FIELD_NAMES: Readonly<Record<string, string>> = {
  title: 'the title',
  project: 'the project',
  priority: 'the priority',
  assignee: 'the assignee',
}

export function editedBy(who: Who, card: string, fields: readonly string[]): string {
  const names = fields.map((field) => FIELD_NAMES[field] ?? field)
  return `${subject(who)} changed ${listOf(names)} of ${card}.`
}

export function removedBy(who: Who, cards: string): string {
  if (who.type === 'repository') return `Gone with its branch: ${cards}.`
  return `${subject(who)} removed ${cards} from the board.`
}

export function labelCreatedBy(who: Who, label: string): string {
  return `${subject(who)} created the label ${label}.`
}

export function labelChangedBy(who: Who, label: string, before: string): string {
  if (before === '') return `${subject(who)} changed the label ${label}.`
  return `${subject(who)} renamed the label ${before} to ${label}.`
}

export function labelDeletedBy(who: Who, label: string): string {
  return `${subject(who)} deleted the label ${label}.`
}

/** On a card, and behind a summary. */
export function by(text: string, names: readonly string[]): string {
  return `${text} by ${listOf(names)}`
}

export const SINCE_LAST_VISIT = 'Since your last visit'
export const EARLIER = 'Earlier'
export const ACTIVITY_OF_BOARD = 'What has changed on this board, newest first.'
export const NO_ACTIVITY_ON_BOARD = 'Nothing has changed on this board yet.'
export const LOADING_ACTIVITY = 'Loading what has changed…'

/** @param isMore Whether there are more than were counted. */
export function changesSinceLastVisit(count: number, isMore: boolean): string {
  if (isMore) return `More than ${count} changes since your last visit`
  return count === 1 ? '1 change since your last visit' : `${count} changes since your last visit`
}
