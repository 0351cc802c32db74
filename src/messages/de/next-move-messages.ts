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
  checks_red: 'Checks sind rot',
  checks_pending: 'Checks laufen',
  nothing_to_merge: 'Nichts zu mergen',
}

export const BRINGS_REST = 'Bringt den Rest'

const EFFECTS: Readonly<Record<EffectOnOther, (cards: string) => string>> = {
  brings: (cards) => `bringt auch ${cards}`,
  brings_part: (cards) => `bringt einen Teil von ${cards}`,
  takes: (cards) => `nimmt ${cards} zurück`,
  takes_part: (cards) => `nimmt einen Teil von ${cards} zurück`,
}

const SHOWN_CARDS = 3

/** What a move would do to other cards: "brings #12, too"; undefined for nothing. */
export function effectOnOthers({ others }: NextMove): string | undefined {
  const texts = EFFECTS_ON_OTHERS.flatMap((effect) => {
    const numbers = others.flatMap((other) => (other.effect === effect ? [`#${other.number}`] : []))
    const more = numbers.length - SHOWN_CARDS
    const shown = numbers.slice(0, SHOWN_CARDS)
    const list = new Intl.ListFormat(LOCALE).format(
      more > 0 ? [...shown, `${more} weitere`] : shown,
    )
    return numbers.length > 0 ? [EFFECTS[effect](list)] : []
  })
  return texts.length > 0 ? texts.join('; ') : undefined
}

/** What would be in the way of a move; undefined for nothing. */
export function expectation({ result, detail }: NextMove): string | undefined {
  if (result === 'clean') return undefined
  return detail === undefined ? EXPECTATIONS[result] : `${EXPECTATIONS[result]}: ${detail}`
}
