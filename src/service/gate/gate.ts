import type { RefusalCode } from '#contract/schemas/card-schema.ts'

/** A stage of the flow. `position` increases in flow order. */
export interface GateStage {
  id: number
  name: string
  position: number
}

/** A promotion that is recorded in the store, and checked against everything but the repository. */
export interface PromotionRequest {
  /** The same id is never carried out twice. */
  intentId: string
  /** Client id of the key that asks for it. */
  actor: string
  boardId: number
  card: { id: number; number: number; title: string }
  from: GateStage
  to: GateStage
}

/** Result of a promotion. The card shows `reason` to people. */
export type PromotionResult =
  | { type: 'promoted' }
  | { type: 'refused'; code: RefusalCode; reason: string }

/** Decides whether the repository allows a card to move to another stage (spec section 3). */
export interface Gate {
  promote(request: PromotionRequest): Promise<PromotionResult>
}
