import type { Kysely } from 'kysely'
import { REFUSAL_CODES } from '#contract/card.ts'
import type { Tables } from '../store/tables.ts'
import type { Gate } from './gate.ts'

/**
 * A gate whose facts are stored beside the board: a card with a fact is refused every promotion with the fact's words.
 * Moves back are no promotions and always pass.
 */
export function createScriptedGate(db: Kysely<Tables>): Gate {
  return {
    async promote(card, from, to) {
      if (to.position <= from.position) return { answer: 'promoted' }
      const fact = await db.selectFrom('gate_facts').selectAll().where('card_id', '=', card.id).executeTakeFirst()
      const code = REFUSAL_CODES.find((known) => known === fact?.code)
      return fact && code ? { answer: 'refused', code, words: fact.words } : { answer: 'promoted' }
    },
  }
}
