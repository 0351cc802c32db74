import type { RefusalCode } from '#contract/card.ts'

/** A stage of the flow as a gate sees it; `position` counts from 0 in flow order. */
export interface GateStage {
  id: number
  name: string
  position: number
}

/** What a gate says of a promotion. `words` is what a person reads on the card. */
export type Promotion = { answer: 'promoted' } | { answer: 'refused'; code: RefusalCode; words: string }

/** Decides whether the repository lets a card stand in another stage (spec section 3). */
export interface Gate {
  promote(card: { id: number; number: number }, from: GateStage, to: GateStage): Promise<Promotion>
}
