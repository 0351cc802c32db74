import type { Kysely } from 'kysely'
import { REFUSAL_CODES } from '#contract/card-values.ts'
import { findGateFact } from '../store/frequent-queries.ts'
import type { Tables } from '../store/tables.ts'
import type { Gate, PromotionRequest, PromotionResult } from './gate.ts'

/** A gate with scripted results, which are in the store. */
export function createScriptedGate(db: Kysely<Tables>): Gate {
  return { decideInStore: decide, promote: (request) => decide(db, request) }
}

/**
 * Refuses every promotion of a card that has a row in `gate_facts`, with that row's reason. A move
 * to an earlier stage isn't a promotion and is always allowed.
 */
async function decide(
  db: Kysely<Tables>,
  { card, from, to }: PromotionRequest,
): Promise<PromotionResult> {
  if (to.position <= from.position) return { type: 'promoted' }
  const [fact] = await findGateFact(db, { cardId: card.id })
  const code = REFUSAL_CODES.find((known) => known === fact?.code)
  return fact && code ? { type: 'refused', code, reason: fact.reason } : { type: 'promoted' }
}
