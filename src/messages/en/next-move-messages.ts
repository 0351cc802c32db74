import type { NextMove } from '#contract/readers/read-card-repository.ts'
import {
  EFFECTS_ON_OTHERS,
  type EffectOnOther,
  type MoveResult,
} from '#contract/repository-values.ts'
import { ATTENTION } from './evidence-messages.ts'
import { LOCALE } from './page-messages.ts'

const EXPECTATIONS: Readonly<Record<Exclude<MoveResult, 'clean'>, string>> = {
  conflicts: ATTENTION.conflicts,
  no_common_history: ATTENTION.unrelated,
  checks_red: 'Checks are red',
  checks_pending: 'Checks are running',
  nothing_to_merge: 'Nothing to merge',
}

export const BRINGS_REST = 'Brings the rest'

const EFFECTS: Readonly<Record<EffectOnOther, (cards: string) => string>> = {
  brings: (cards) => `brings ${cards}, too`,
  brings_part: (cards) => `brings a part of ${cards}`,
  takes: (cards) => `takes ${cards} back`,
  takes_part: (cards) => `takes a part of ${cards} back`,
}

const SHOWN_CARDS = 3

/** What a move would do to other cards: "brings #12, too"; undefined for nothing. */
export function effectOnOthers({ others }: NextMove): string | undefined {
  const texts = EFFECTS_ON_OTHERS.flatMap((effect) => {
    const numbers = others.flatMap((other) => (other.effect === effect ? [`#${other.number}`] : []))
    const more = numbers.length - SHOWN_CARDS
    const shown = numbers.slice(0, SHOWN_CARDS)
    const list = new Intl.ListFormat(LOCALE).format(more > 0 ? [...shown, `${more} more`] : shown)
    return numbers.length > 0 ? [EFFECTS[effect](list)] : []
  })
  return texts.length > 0 ? texts.join('; ') : undefined
}

/** What would be in the way of a move; undefined for nothing. */
export function expectation({ result, detail }: NextMove): string | undefined {
  if (result === 'clean') return undefined
  return detail === undefined ? EXPECTATIONS[result] : `${EXPECTATIONS[result]}: ${detail}`
}
