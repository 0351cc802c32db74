import type { NextMove } from '#contract/readers/read-next-move.ts'
import type { CardPull } from '#contract/readers/read-pull.ts'
import { effectOnOthers } from '#model/effect-on-others.ts'
import { groupedDigits } from '#model/grouped-digits.ts'
import { listOf } from '#model/list-of.ts'
import { expectation } from './next-move-messages.ts'

export const DELETED_BRANCH = 'deleted'
export const NO_CHECKS = 'None recorded'
const RED_BUT_READY = '; red checks don’t hold it up'
export const NOT_TRIED = 'Not tried yet'

const CHECK_STATES = { success: 'passed', failure: 'failed', pending: 'running' } as const

export function checkState(state: keyof typeof CHECK_STATES, detail: string | undefined): string {
  return detail === undefined ? CHECK_STATES[state] : `${CHECK_STATES[state]}: ${detail}`
}

const PULL_STATES = { open: 'open', draft: 'draft', merged: 'merged', closed: 'closed' } as const

const REVIEW_STATES = {
  approved: 'approved',
  changes_requested: 'changes requested',
  required: 'needs review',
  none: 'no review',
} as const

/** After the number: "open, needs review, into main". */
export function pullState({ state, review, target }: CardPull): string {
  const isOver = state === 'merged' || state === 'closed'
  const parts = [PULL_STATES[state], !isOver && review && REVIEW_STATES[review]]
  return [...parts, target && `into ${target}`].filter(Boolean).join(', ')
}

export function copyBranch(name: string): string {
  return `Copy branch ${name}`
}

export function commits(count: number): string {
  return `${groupedDigits(count)} ${count === 1 ? 'commit' : 'commits'}`
}

// Why a card is in a column, and why it isn't in the next one any more. Some end with a commit.

export const NOT_FOUND_YET =
  'The service is still looking for its changes. It may be in another column.'

export const IN_NO_STAGE = 'No stage has it yet.'

export function inSinceRelease(column: string, release: string): string {
  return `In ${column} since the release ${release}`
}

/** @param hasCommit whether a commit follows. */
export function inByContent(column: string, days: number, hasCommit: boolean): string {
  const place = inFor(column, days)
  return hasCommit ? `${place}: its changes are also in` : `${place}: its changes are there`
}

/** @param hasCommit whether a commit follows. */
export function inSince(column: string, days: number, hasCommit: boolean): string {
  const place = inFor(column, days)
  if (!hasCommit) return place
  return days > 0 ? `${place}, since` : `${place} since`
}

function inFor(column: string, days: number): string {
  if (days < 1) return `In ${column}`
  return days === 1 ? `In ${column} for 1 day` : `In ${column} for ${days} days`
}

/** A commit follows. */
export function revertedBy(column: string): string {
  return `Reverted in ${column} by`
}

/** @param files some of those that lack the rest. */
export function partlyWithout(column: string, files: readonly string[]): string {
  const rest = files.length > 0 ? `, without the rest in ${files.join(', ')}` : ''
  return `Partly in ${column}${rest}`
}

/** What the next move would do. */
export function nextMove(next: NextMove, column: string, hasRedCheck: boolean): string {
  const text = expectation(next) ?? 'ready to merge'
  const effect = effectOnOthers(next)
  const isInNoWay = next.result === 'clean' && hasRedCheck
  const more = (effect === undefined ? '' : `; ${effect}`) + (isInNoWay ? RED_BUT_READY : '')
  return `To ${column}: ${text.charAt(0).toLowerCase()}${text.slice(1)}${more}`
}

export function moveBackTitle(card: string, column: string): string {
  return `Move ${card} back to ${column}?`
}

/** The stages that a card leaves, from the furthest back. */
export function moveBackEffect(stages: readonly string[]): string {
  const list = listOf(stages)
  const verb = stages.length === 1 ? 'gets a commit' : 'each get a commit'
  return `${list} ${verb} that takes the card’s changes back. Nothing that others have merged is lost, and the card can be promoted again.`
}

export const NOTHING_TO_LEAVE =
  'The card has been moved by somebody else. There is nothing to move back.'

/** Date and time, in the time zone and in the format of the browser. */
export function dateTime(at: number | string): string {
  return new Date(at).toLocaleString()
}
