import type { NextMove } from '#contract/readers/read-next-move.ts'
import type { EffectOnOther, MoveResult } from '#contract/repository-values.ts'
import { ATTENTION } from './evidence-messages.ts'

const EXPECTATIONS: Readonly<Record<Exclude<MoveResult, 'clean'>, string>> = {
  conflicts: ATTENTION.conflicts,
  no_common_history: ATTENTION.unrelated,
  checks_red: 'Checks sind rot',
  checks_pending: 'Checks laufen',
  draft: 'Der Pull Request ist ein Entwurf',
  review_missing: 'Der neueste Commit braucht eine Zustimmung',
  checks_missing: 'Noch kein Check hat ein Ergebnis',
  checks_unknown: 'Was die Checks sagen, ist noch nicht bekannt',
  nothing_to_merge: ATTENTION.nothing,
}

export const BRINGS_REST = 'Bringt den Rest'

/** What a move does to other cards. */
export const EFFECTS: Readonly<Record<EffectOnOther, (cards: string) => string>> = {
  brings: (cards) => `bringt auch ${cards}`,
  brings_part: (cards) => `bringt einen Teil von ${cards}`,
  takes: (cards) => `nimmt ${cards} zurück`,
  takes_part: (cards) => `nimmt einen Teil von ${cards} zurück`,
}

/** At the end of a list of cards. */
export function furtherCards(count: number): string {
  return `${count} weitere`
}

/** What would be in the way of a move; undefined for nothing. */
export function expectation({ result, detail }: NextMove): string | undefined {
  if (result === 'clean') return undefined
  return detail === undefined ? EXPECTATIONS[result] : `${EXPECTATIONS[result]}: ${detail}`
}
