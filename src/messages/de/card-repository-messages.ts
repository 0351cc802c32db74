import type { CardRepository, NextMove } from '#contract/readers/read-card-repository.ts'
import { expectation } from './next-move-messages.ts'

export const DELETED_BRANCH = 'gelöscht'
export const NO_CHECKS = 'Keine erfasst'
export const NOT_TRIED = 'Noch nicht versucht'

const CHECK_STATES = { success: 'bestanden', failure: 'fehlgeschlagen', pending: 'läuft' } as const

export function checkState(state: keyof typeof CHECK_STATES, detail: string | undefined): string {
  return detail === undefined ? CHECK_STATES[state] : `${CHECK_STATES[state]}: ${detail}`
}

export function copyBranch(name: string): string {
  return `Branch ${name} kopieren`
}

/** Time in milliseconds. "vor 3 Tagen" */
export function age(committedAt: number, now: number): string {
  const format = new Intl.RelativeTimeFormat('de-DE', { numeric: 'auto' })
  const minutes = Math.round((committedAt - now) / 60_000)
  if (Math.abs(minutes) < 60) return format.format(minutes, 'minute')
  const hours = Math.round(minutes / 60)
  return Math.abs(hours) < 24
    ? format.format(hours, 'hour')
    : format.format(Math.round(hours / 24), 'day')
}

export function commits(count: number): string {
  return `${count.toLocaleString('de-DE')} ${count === 1 ? 'Commit' : 'Commits'}`
}

/** A sentence that ends with a commit, or with a name. */
export interface Reason {
  text: string
  commit?: string
}

/** Why a card is in its column, and why it isn't in the next one any more. */
export function reasons(
  { placedBy, placedAt, release, revertedBy }: CardRepository,
  column: string,
  next: string,
): Reason[] {
  const commit = placedAt === undefined ? {} : { commit: placedAt }
  const placed: Reason[] = []
  if (placedBy === 'work' && revertedBy === undefined) {
    placed.push({ text: 'Noch in keiner Stufe enthalten.' })
  } else if (release !== undefined) {
    placed.push({ text: `In ${column} seit Release ${release}` })
  } else if (placedBy === 'content') {
    placed.push({
      text: placedAt ? `Dem Inhalt nach in ${column}, als` : `Dem Inhalt nach in ${column}`,
      ...commit,
    })
  } else if (placedBy === 'ancestry') {
    placed.push({ text: placedAt ? `In ${column} seit` : `In ${column}`, ...commit })
  }
  const reverted = { text: `In ${next} zurückgenommen durch`, commit: revertedBy ?? '' }
  return revertedBy === undefined ? placed : [...placed, reverted]
}

/** What the next move would do. */
export function nextMove(next: NextMove, column: string): string {
  return `Nach ${column}: ${expectation(next) ?? 'Bereit zum Mergen'}`
}

export function moveBackTitle(card: string, column: string): string {
  return `${card} nach ${column} zurückverschieben?`
}

/** The stages that a card leaves, from the furthest back. */
export function moveBackEffect(stages: readonly string[]): string {
  const list = new Intl.ListFormat('de-DE').format(stages)
  const verb = stages.length === 1 ? 'erhält einen Commit' : 'erhalten je einen Commit'
  return `${list} ${verb}, der die Änderungen der Karte zurücknimmt. Nichts, was andere gemergt haben, geht verloren, und die Karte kann erneut verschoben werden.`
}

export const NOTHING_TO_LEAVE =
  'Jemand anderes hat die Karte verschoben. Es gibt nichts zurückzuverschieben.'

/** Date and time, in the time zone of the browser. */
export function dateTime(at: number | string): string {
  return new Date(at).toLocaleString('de-DE')
}
