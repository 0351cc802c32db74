import type { Kysely } from 'kysely'
import { REFUSAL_CODES } from '#contract/schemas/card-schema.ts'
import type { Tables } from '../store/tables.ts'
import type { Gate } from './gate.ts'

/**
 * A gate with scripted results: it refuses every promotion of a card that has a row in
 * `gate_facts`, with that row's reason. A move to an earlier stage isn't a promotion and is always
 * allowed.
 */
export function createScriptedGate(db: Kysely<Tables>): Gate {
  return {
    async promote({ card, from, to }) {
      if (to.position <= from.position) return { type: 'promoted' }
      const fact = await db
        .selectFrom('gate_facts')
        .selectAll()
        .where('card_id', '=', card.id)
        .executeTakeFirst()
      const code = REFUSAL_CODES.find((known) => known === fact?.code)
      return fact && code ? { type: 'refused', code, reason: fact.reason } : { type: 'promoted' }
    },
  }
}
