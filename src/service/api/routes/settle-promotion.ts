import type { RefusalCode } from '#contract/card-values.ts'
import type { PromotionResult, Rejection } from '#service/gate/gate.ts'
import { Problem } from '#service/http/problem.ts'
import type { StageRow, StoredCard } from '#service/store/board-reader.ts'
import type { CardBoard } from '#service/store/card-writer.ts'
import { messages } from '../../messages/messages.ts'
import type { RouteContext } from '../context.ts'

/** A promotion whose preconditions were checked, and whose intent is recorded. */
export interface PreparedPromotion {
  intentId: string
  card: StoredCard
  from: StageRow
  to: StageRow
  /** Of the stages that the card passes, and of the target. */
  branches: readonly string[]
  minRoles: readonly string[]
  labelIds: readonly number[] | undefined
}

/** Carries out what the gate decided, as far as the card is still where it was. */
export async function settlePromotion(
  context: RouteContext,
  board: CardBoard,
  promotion: PreparedPromotion,
  result: PromotionResult,
  current?: StoredCard,
): Promise<StoredCard | Problem> {
  const { intentId, from, to, labelIds } = promotion
  const card = current ?? (await board.card(promotion.card.number))
  if (result.type === 'refused') {
    if (card?.stage_id === from.id) await board.blockCard(card, result, to)
    board.finishIntent(intentId, 'refused')
    return promotionRefused(result)
  }
  if (result.type === 'rejected') return settleRejection(board, intentId, result)
  if (!card || card.id !== promotion.card.id) {
    return new Problem(409, 'card_moved', messages.problems.cardGone)
  }
  if (card.stage_id !== from.id) return cardMoved(board, card, promotion)
  if (haveLabelsChanged(context, promotion, card)) {
    board.finishIntent(intentId, 'abandoned')
    return boardChanged()
  }
  const moved = await board.moveCard(card, from, to, { basis: result.basis })
  const kept = labelIds && (await existingLabels(board, labelIds))
  if (kept) await board.setLabels(card, kept)
  board.finishIntent(intentId, 'promoted')
  return { ...moved, labelIds: kept ?? moved.labelIds }
}

async function settleRejection(
  board: CardBoard,
  intentId: string,
  { status, code, reason }: Rejection,
): Promise<Problem> {
  // The plan of an unfinished one is still needed: the next move or start finishes or undoes it.
  if (code !== 'repository_unfinished') board.finishIntent(intentId, 'abandoned')
  return new Problem(status, code, reason)
}

/** Whether the labels that the client has seen, and replaces, are others by now. */
function haveLabelsChanged(
  context: RouteContext,
  { card, labelIds }: PreparedPromotion,
  current: StoredCard,
): boolean {
  const mustKeep = labelIds && context.req.header('If-Match') !== undefined
  return mustKeep ? current.labelIds.join() !== card.labelIds.join() : false
}

/**
 * Somebody else, or a sync with the repository, was faster. If they moved it to the same column,
 * there is nothing left to do.
 */
async function cardMoved(
  board: CardBoard,
  card: StoredCard,
  { intentId, to }: PreparedPromotion,
): Promise<StoredCard | Problem> {
  const isThere = card.stage_id === to.id
  board.finishIntent(intentId, isThere ? 'promoted' : 'abandoned')
  if (isThere) return card
  const current = (await board.stages()).find((stage) => stage.id === card.stage_id)
  return new Problem(409, 'card_moved', messages.problems.cardMovedByOthers(current?.name ?? ''))
}

/** A label that was deleted while the gate decided is on no card. */
async function existingLabels(board: CardBoard, ids: readonly number[]): Promise<number[]> {
  const known = await board.knownLabelIds(ids)
  return ids.filter((id) => known.has(id))
}

function promotionRefused({ reason, code }: { reason: string; code: RefusalCode }): Problem {
  return new Problem(409, 'promotion_refused', reason, { reason, refusal: code })
}

export function boardChanged(): Problem {
  return new Problem(412, 'board_changed', messages.problems.boardChanged)
}
