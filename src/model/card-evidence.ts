import { idOf, isObject, own, timeOf } from '#contract/json.ts'
import type { Card } from '#contract/readers/read-card.ts'
import { type CardPull, readPull } from '#contract/readers/read-pull.ts'
import type { MoveResult } from '#contract/repository-values.ts'
import { type RefusalCause, refusalCause } from './refusal.ts'

/** What is in the way of a card's next move, or keeps it from being known. [gap G26] */
export type Attention = Impediment | PullSign | 'running' | 'unchecked' | 'looking'

/** What an open pull request waits for. */
type PullSign = 'changes' | 'review' | 'draft' | 'nopull'

type Impediment = 'conflicts' | 'unrelated' | 'nothing' | 'red'

/**
 * What a card's repository says about it, for filters, besides why it can't move. `refused` and
 * `untried` part the cards that can't.
 */
export const CARD_STATES = [
  'ready',
  'refused',
  'untried',
  'changes',
  'review',
  'draft',
  'nopull',
  'running',
  'unchecked',
  'looking',
  'partly',
  'long',
  'stale',
] as const

export type CardState = (typeof CARD_STATES)[number]

const CAUSES: Readonly<Record<Impediment, RefusalCause>> = {
  conflicts: 'conflicts',
  unrelated: 'unrelated',
  nothing: 'nothing',
  red: 'checks',
}

const BY_RESULT: Readonly<Partial<Record<MoveResult, Attention | 'ready'>>> = {
  clean: 'ready',
  conflicts: 'conflicts',
  checks_red: 'red',
  checks_pending: 'running',
  checks_missing: 'unchecked',
  checks_unknown: 'unchecked',
  draft: 'draft',
  review_missing: 'review',
  no_common_history: 'unrelated',
  nothing_to_merge: 'nothing',
}

/** Days without a commit. */
const STALE_DAYS = 30
/** Days in one column, from which on it's said. */
const LONG_DAYS = 7
const DAY_MS = 86_400_000

/**
 * What its next move would do; undefined when the service hasn't said. While a move is under way,
 * it belongs to the column before.
 */
function nextResult(card: Card): Attention | 'ready' | undefined {
  if (isLookedFor(card)) return 'looking'
  const { repository, statusId } = card
  const next = repository && own(repository, 'next')
  if (!isObject(next) || idOf(own(next, 'statusId')) === statusId) return undefined
  const result = own(next, 'result')
  return typeof result === 'string' && Object.hasOwn(BY_RESULT, result)
    ? BY_RESULT[result as MoveResult]
    : undefined
}

/** Whether the service is still looking for the card: it may be in another column. */
export function isLookedFor({ repository }: Card): boolean {
  return repository !== undefined && own(repository, 'placedBy') === 'unknown'
}

/**
 * Whether the service has tried the card's next move, and nothing was in the way. Nor does anything
 * else ask for attention: a draft isn't ready, also where it could be moved.
 */
export function isReady(card: Card): boolean {
  return !card.blocked && nextResult(card) === 'ready' && attentionOf(card) === undefined
}

/**
 * Why the next move of a card can't be made: it was refused, or the service has tried it in the
 * background. Undefined when nothing is known to be in the way.
 */
export function stopCause(card: Card): RefusalCause | undefined {
  if (card.blocked) return refusalCause(card.blocked)
  const state = nextResult(card)
  return state && state in CAUSES ? CAUSES[state as Impediment] : undefined
}

/**
 * What is in the way of the next move; undefined for nothing. A card that is blocked says it
 * already.
 */
export function attentionOf(card: Card): Attention | undefined {
  if (card.blocked) return undefined
  const state = nextResult(card)
  if (state && (state in CAUSES || state === 'looking')) return state as Attention
  // Results that decide on nothing are worth a look, too.
  const checks = checksState(card)
  if (checks === 'red') return 'red'
  return pullSign(card) ?? (state === 'ready' ? undefined : state) ?? checks
}

/** The worst result of a check of its newest commit; undefined when none is red or pending. */
function checksState({ repository }: Card): 'red' | 'running' | undefined {
  const checks = repository && own(repository, 'checks')
  if (!Array.isArray(checks)) return undefined
  const has = (state: string) =>
    checks.some((check) => isObject(check) && own(check, 'state') === state)
  if (has('failure')) return 'red'
  return has('pending') ? 'running' : undefined
}

/** The pull request of the card's branch; undefined for none, and for services that don't say. */
export function pullOf({ repository }: Card): CardPull | undefined {
  return repository && readPull(own(repository, 'pull'))
}

/** What a card's pull request, or a card without an open one, waits for; undefined for nothing. */
function pullSign(card: Card): PullSign | undefined {
  const pull = pullOf(card)
  const isOpen = pull?.state === 'open' || pull?.state === 'draft'
  if (nextResult(card) === 'review' && !isOpen && pull?.state !== 'merged') return 'nopull'
  if (pull?.state === 'draft') return 'draft'
  if (pull?.state !== 'open') return undefined
  if (pull.review === 'changes_requested') return 'changes'
  return pull.review === 'required' ? 'review' : undefined
}

/** Ids of the columns further than its own that have only a part of a card, in board order. */
export function partlyIn({ repository }: Card): readonly string[] {
  const json = repository && own(repository, 'partly')
  if (!Array.isArray(json)) return []
  return json.flatMap((part) => (isObject(part) && idOf(own(part, 'statusId'))) || [])
}

/** The name of the furthest one; undefined for none. */
export function partlyColumn(
  card: Card,
  columns: readonly { statusId: string | undefined; name: string }[],
): string | undefined {
  const ids = partlyIn(card)
  return columns.findLast(({ statusId = '' }) => ids.includes(statusId))?.name
}

/** States that are more than what the next move would do. */
const STATES: Readonly<Record<string, (card: Card, now: number) => boolean>> = {
  ready: isReady,
  partly: (card) => partlyIn(card).length > 0,
  refused: (card) => card.blocked !== null,
  untried: (card) => card.blocked === null && stopCause(card) !== undefined,
  long: (card, now) => (daysInColumn(card, now) ?? 0) >= LONG_DAYS,
  stale: (card, now) => isOlderThan(card, STALE_DAYS, now),
  nopull: (card) => pullSign(card) === 'nopull' || hasNoPull(card),
  changes: (card) => pullSign(card) === 'changes',
  draft: (card) => pullSign(card) === 'draft',
  review: (card) => attentionOf(card) === 'review' || pullSign(card) === 'review',
  running: (card) => attentionOf(card) === 'running',
}

/** Whether a state holds for a card. */
export function hasState(card: Card, state: string, now: number): boolean {
  const holds = Object.hasOwn(STATES, state) ? STATES[state] : undefined
  return holds ? holds(card, now) : nextResult(card) === state
}

/** Whether it's a branch that could have a pull request. Services without them say so of none. */
function hasNoPull(card: Card): boolean {
  const { repository } = card
  if (!repository || own(repository, 'isDeleted') === true) return false
  return pullOf(card) === undefined
}

/** When the card came into its column, in milliseconds since the epoch; undefined if unknown. */
export function enteredAt(card: Card): number | undefined {
  return timeIn(card, 'enteredAt')
}

/** Whole days; undefined if unknown. */
export function daysInColumn(card: Card, now: number): number | undefined {
  const time = enteredAt(card)
  return time === undefined ? undefined : Math.max(0, Math.floor((now - time) / DAY_MS))
}

/** Days that a card says: in the last column, all are at rest. */
export function longStay(
  card: Card,
  columns: readonly { key: string }[],
  now: number,
): number | undefined {
  const days = daysInColumn(card, now)
  const isAtRest = columns.at(-1)?.key === card.statusId
  return days === undefined || days < LONG_DAYS || isAtRest ? undefined : days
}

/** Days without a commit that a card says: not in the last column. */
export function idleDays(
  card: Card,
  columns: readonly { key: string }[],
  now: number,
): number | undefined {
  const isAtRest = columns.at(-1)?.key === card.statusId
  if (isAtRest || !isOlderThan(card, STALE_DAYS, now)) return undefined
  return Math.floor((now - (committedAt(card) ?? now)) / DAY_MS)
}

/** Whether the newest commit of a card is older. Without a known time, it isn't. */
export function isOlderThan(card: Card, days: number, now: number): boolean {
  const time = committedAt(card)
  return time !== undefined && now - time > days * DAY_MS
}

/** Of the newest commit, in milliseconds since the epoch; undefined if unknown. */
export function committedAt(card: Card): number | undefined {
  return timeIn(card, 'committedAt')
}

function timeIn({ repository }: Card, field: string): number | undefined {
  return timeOf(repository && own(repository, field))
}
