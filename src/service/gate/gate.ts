import type { RefusalCode } from '#contract/schemas/card-schema.ts'

/** A stage of the flow. `position` counts from 0 in flow order. */
export interface GateStage {
  id: number
  name: string
  position: number
}

/** Result of a promotion. The card shows `reason` to people. */
export type PromotionResult =
  | { type: 'promoted' }
  | { type: 'refused'; code: RefusalCode; reason: string }

/** Decides whether the repository allows a card to move to another stage (spec section 3). */
export interface Gate {
  promote(
    card: { id: number; number: number },
    from: GateStage,
    to: GateStage,
  ): Promise<PromotionResult>
}
