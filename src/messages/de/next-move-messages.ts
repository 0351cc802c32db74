import type { MoveResult } from '#contract/card-values.ts'
import type { NextMove } from '#contract/readers/read-card-repository.ts'
import { ATTENTION } from './evidence-messages.ts'

const EXPECTATIONS: Readonly<Record<Exclude<MoveResult, 'clean'>, string>> = {
  conflicts: ATTENTION.conflicts,
  no_common_history: ATTENTION.unrelated,
  checks_red: 'Checks sind rot',
  checks_pending: 'Checks laufen',
  nothing_to_merge: 'Nichts zu mergen',
}

export const BRINGS_REST = 'Bringt den Rest'

/** What would be in the way of a move; undefined for nothing. */
export function expectation({ result, detail }: NextMove): string | undefined {
  if (result === 'clean') return undefined
  return detail === undefined ? EXPECTATIONS[result] : `${EXPECTATIONS[result]}: ${detail}`
}
