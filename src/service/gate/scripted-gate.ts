import type { Kysely } from 'kysely'
import { REFUSAL_CODES } from '#contract/card-values.ts'
import { BoardReader } from '../store/board-reader.ts'
import type { Tables } from '../store/tables.ts'
import type { Gate, PromotionRequest, PromotionResult } from './gate.ts'

/** A gate with scripted results, which are in the store. */
export function createScriptedGate(db: Kysely<Tables>): Gate {
  return {
    decideInStore: decide,
    promote: (request) => decide(new BoardReader(db, request.boardId), request),
  }
}

/**
 * Refuses every promotion of a card that has a row in `gate_facts`, with that row's reason. A move
 * to an earlier stage isn't a promotion and is always allowed.
 */
async function decide(
  board: Pick<BoardReader, 'gateFact'>,
  { card, from, to }: PromotionRequest,
): Promise<PromotionResult> {
  if (to.position <= from.position) return { type: 'promoted' }
  const fact = await board.gateFact(card.id)
  const code = REFUSAL_CODES.find((known) => known === fact?.code)
  return fact && code ? { type: 'refused', code, reason: fact.reason } : { type: 'promoted' }
}
