import type { RefusalCode } from '#contract/card-values.ts'
import type { ErrorCode } from '#contract/schemas/problem-schema.ts'
import type { BoardReader } from '../store/board-reader.ts'

/** A stage of the flow. `position` increases in flow order. */
interface GateStage {
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
  /** Name of the key. */
  actorName: string
  boardId: number
  card: { id: number; number: number; title: string }
  from: GateStage
  to: GateStage
  /** Branches of the stages on the way and of the target, in flow order. */
  branches: readonly string[]
  /** Roles that these stages required when the key was checked. */
  minRoles: readonly string[]
}

/** Result of a promotion. People read `reason`. */
export type PromotionResult =
  /** The audit has the basis: what others than the repository said about the move. */
  | { type: 'promoted'; basis?: string | undefined }
  /** The card shows the reason. */
  | { type: 'refused'; code: RefusalCode; reason: string }
  /** Neither moved nor blocked: something else has to be done first. */
  | Rejection

export interface Rejection {
  type: 'rejected'
  status: 409 | 503
  code: ErrorCode
  reason: string
}

/** A result that takes longer than a request should. */
export interface RunningPromotion {
  type: 'running'
  reason: string
  result: Promise<PromotionResult>
  /** To be called when the store shows the result. */
  onSettled: () => void
}

/** Decides whether the repository allows a card to move to another stage (spec section 3). */
export interface Gate {
  promote(request: PromotionRequest): Promise<PromotionResult | RunningPromotion>
  /**
   * The result, if it depends only on the store: then one transaction checks the promotion and
   * carries it out. Undefined when `promote` has to be asked.
   */
  decideInStore?(
    board: Pick<BoardReader, 'gateFact'>,
    request: PromotionRequest,
  ): Promise<PromotionResult | undefined>
}

export function rejected(code: ErrorCode, reason: string, status: 409 | 503 = 409): Rejection {
  return { type: 'rejected', status, code, reason }
}
