import type { CardRepository, NextMove } from '#contract/readers/read-card-repository.ts'
import { expectation } from './next-move-messages.ts'

export const DELETED_BRANCH = 'deleted'
export const NO_CHECKS = 'None recorded'
export const NOT_TRIED = 'Not tried yet'

const CHECK_STATES = { success: 'passed', failure: 'failed', pending: 'running' } as const

export function checkState(state: keyof typeof CHECK_STATES, detail: string | undefined): string {
  return detail === undefined ? CHECK_STATES[state] : `${CHECK_STATES[state]}: ${detail}`
}

export function copyBranch(name: string): string {
  return `Copy branch ${name}`
}

/** Time in milliseconds. "2 days ago" */
export function age(committedAt: number, now: number): string {
  const format = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' })
  const minutes = Math.round((committedAt - now) / 60_000)
  if (Math.abs(minutes) < 60) return format.format(minutes, 'minute')
  const hours = Math.round(minutes / 60)
  return Math.abs(hours) < 24
    ? format.format(hours, 'hour')
    : format.format(Math.round(hours / 24), 'day')
}

export function commits(count: number): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? 'commit' : 'commits'}`
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
    placed.push({ text: 'No stage has it yet.' })
  } else if (release !== undefined) {
    placed.push({ text: `In ${column} since the release ${release}` })
  } else if (placedBy === 'content') {
    placed.push({
      text: placedAt ? `In ${column} by content, as` : `In ${column} by content`,
      ...commit,
    })
  } else if (placedBy === 'ancestry') {
    placed.push({ text: placedAt ? `In ${column} since` : `In ${column}`, ...commit })
  }
  const reverted = { text: `Reverted in ${next} by`, commit: revertedBy ?? '' }
  return revertedBy === undefined ? placed : [...placed, reverted]
}

/** What the next move would do. */
export function nextMove(next: NextMove, column: string): string {
  const text = expectation(next) ?? 'ready to merge'
  return `To ${column}: ${text.charAt(0).toLowerCase()}${text.slice(1)}`
}

export function moveBackTitle(card: string, column: string): string {
  return `Move ${card} back to ${column}?`
}

/** The stages that a card leaves, from the furthest back. */
export function moveBackEffect(stages: readonly string[]): string {
  const list = new Intl.ListFormat('en-US').format(stages)
  const verb = stages.length === 1 ? 'gets a commit' : 'each get a commit'
  return `${list} ${verb} that takes the card’s changes back. Nothing that others have merged is lost, and the card can be promoted again.`
}

export const NOTHING_TO_LEAVE =
  'The card has been moved by somebody else. There is nothing to move back.'

/** Date and time, in the time zone and in the format of the browser. */
export function dateTime(at: number | string): string {
  return new Date(at).toLocaleString()
}
