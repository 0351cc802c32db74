import type { NextMove } from '#contract/readers/read-next-move.ts'
import { EFFECTS_ON_OTHERS } from '#contract/repository-values.ts'
import { EFFECTS, furtherCards } from '#messages/next-move-messages.ts'
import { listOf } from './list-of.ts'

const SHOWN_CARDS = 3

/** What a move would do to other cards: "brings #12, too"; undefined for nothing. */
export function effectOnOthers({ others }: Pick<NextMove, 'others'>): string | undefined {
  const texts = EFFECTS_ON_OTHERS.flatMap((effect) => {
    const numbers = others.flatMap((other) => (other.effect === effect ? [`#${other.number}`] : []))
    return numbers.length > 0 ? [EFFECTS[effect](firstOf(numbers))] : []
  })
  return texts.length > 0 ? texts.join('; ') : undefined
}

function firstOf(numbers: readonly string[]): string {
  const shown = numbers.slice(0, SHOWN_CARDS)
  const count = numbers.length - shown.length
  return listOf(count > 0 ? [...shown, furtherCards(count)] : shown)
}
