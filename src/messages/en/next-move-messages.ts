import type { NextMove } from '#contract/readers/read-next-move.ts'
import type { EffectOnOther, MoveResult } from '#contract/repository-values.ts'
import { ATTENTION } from './evidence-messages.ts'

const EXPECTATIONS: Readonly<Record<Exclude<MoveResult, 'clean'>, string>> = {
  conflicts: ATTENTION.conflicts,
  no_common_history: ATTENTION.unrelated,
  checks_red: 'Checks are red',
  checks_pending: 'Checks are running',
  draft: 'Its pull request is a draft',
  review_missing: 'Its newest commit needs an approval',
  checks_missing: 'No check has a result yet',
  checks_unknown: 'What the checks say isn’t known yet',
  nothing_to_merge: ATTENTION.nothing,
}

export const BRINGS_REST = 'Brings the rest'

/** What a move does to other cards. */
export const EFFECTS: Readonly<Record<EffectOnOther, (cards: string) => string>> = {
  brings: (cards) => `brings ${cards}, too`,
  brings_part: (cards) => `brings a part of ${cards}`,
  takes: (cards) => `takes ${cards} back`,
  takes_part: (cards) => `takes a part of ${cards} back`,
}

/** At the end of a list of cards. */
export function furtherCards(count: number): string {
  return `${count} more`
}

/** What would be in the way of a move; undefined for nothing. */
export function expectation({ result, detail }: NextMove): string | undefined {
  if (result === 'clean') return undefined
  return detail === undefined ? EXPECTATIONS[result] : `${EXPECTATIONS[result]}: ${detail}`
}
