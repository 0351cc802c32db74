import type { NextMove } from '#contract/readers/read-next-move.ts'
import type { CardPull } from '#contract/readers/read-pull.ts'
import { effectOnOthers } from '#model/effect-on-others.ts'
import { groupedDigits } from '#model/grouped-digits.ts'
import { listOf } from '#model/list-of.ts'
import { expectation } from './next-move-messages.ts'
import { LOCALE } from './page-messages.ts'

export const DELETED_BRANCH = 'gelöscht'
export const NO_CHECKS = 'Keine erfasst'
const RED_BUT_READY = '; rote Checks halten sie nicht auf'
export const NOT_TRIED = 'Noch nicht versucht'

const CHECK_STATES = { success: 'bestanden', failure: 'fehlgeschlagen', pending: 'läuft' } as const

export function checkState(state: keyof typeof CHECK_STATES, detail: string | undefined): string {
  return detail === undefined ? CHECK_STATES[state] : `${CHECK_STATES[state]}: ${detail}`
}

const PULL_STATES = {
  open: 'offen',
  draft: 'Entwurf',
  merged: 'gemergt',
  closed: 'geschlossen',
} as const

const REVIEW_STATES = {
  approved: 'Zustimmung erteilt',
  changes_requested: 'Änderungen gewünscht',
  required: 'Review fehlt',
  none: 'kein Review',
} as const

/** After the number: "open, needs review, into main". */
export function pullState({ state, review, target }: CardPull): string {
  const isOver = state === 'merged' || state === 'closed'
  const parts = [PULL_STATES[state], !isOver && review && REVIEW_STATES[review]]
  return [...parts, target && `nach ${target}`].filter(Boolean).join(', ')
}

export function copyBranch(name: string): string {
  return `Branch ${name} kopieren`
}

export function commits(count: number): string {
  return `${groupedDigits(count)} ${count === 1 ? 'Commit' : 'Commits'}`
}

// Why a card is in a column, and why it isn't in the next one any more. Some end with a commit.

export const NOT_FOUND_YET =
  'Der Dienst sucht die Änderungen noch. Die Karte kann in einer anderen Spalte sein.'

export const IN_NO_STAGE = 'Noch in keiner Stufe enthalten.'

export function inSinceRelease(column: string, release: string): string {
  return `In ${column} seit Release ${release}`
}

/** @param hasCommit whether a commit follows. */
export function inByContent(column: string, days: number, hasCommit: boolean): string {
  const place = inFor(column, days)
  return hasCommit ? `${place}: die Änderungen sind auch in` : `${place}: die Änderungen sind dort`
}

/** @param hasCommit whether a commit follows. */
export function inSince(column: string, days: number, hasCommit: boolean): string {
  const place = inFor(column, days)
  if (!hasCommit) return place
  return days > 0 ? `${place}, mit` : `${place} seit`
}

function inFor(column: string, days: number): string {
  if (days < 1) return `In ${column}`
  return days === 1 ? `Seit 1 Tag in ${column}` : `Seit ${days} Tagen in ${column}`
}

/** A commit follows. */
export function revertedBy(column: string): string {
  return `In ${column} zurückgenommen durch`
}

/** @param files some of those that lack the rest. */
export function partlyWithout(column: string, files: readonly string[]): string {
  const rest = files.length > 0 ? `, ohne den Rest in ${files.join(', ')}` : ''
  return `Teilweise in ${column}${rest}`
}

/** What the next move would do. */
export function nextMove(next: NextMove, column: string, hasRedCheck: boolean): string {
  const effect = effectOnOthers(next)
  const isInNoWay = next.result === 'clean' && hasRedCheck
  const more = (effect === undefined ? '' : `; ${effect}`) + (isInNoWay ? RED_BUT_READY : '')
  return `Nach ${column}: ${expectation(next) ?? 'Bereit zum Mergen'}${more}`
}

export function moveBackTitle(card: string, column: string): string {
  return `${card} nach ${column} zurückverschieben?`
}

/** The stages that a card leaves, from the furthest back. */
export function moveBackEffect(stages: readonly string[]): string {
  const list = listOf(stages)
  const verb = stages.length === 1 ? 'erhält einen Commit' : 'erhalten je einen Commit'
  return `${list} ${verb}, der die Änderungen der Karte zurücknimmt. Nichts, was andere gemergt haben, geht verloren, und die Karte kann erneut verschoben werden.`
}

export const NOTHING_TO_LEAVE =
  'Jemand anderes hat die Karte verschoben. Es gibt nichts zurückzuverschieben.'

/** Date and time, in the time zone of the browser. */
export function dateTime(at: number | string): string {
  return new Date(at).toLocaleString(LOCALE)
}
