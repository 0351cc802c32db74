import { randomUUID } from 'node:crypto'
import type * as v from 'valibot'
import { patchCardSchema, type RefusalCode } from '#contract/schemas/card-schema.ts'
import { ROLE_FOR } from '#model/permissions.ts'
import type { PromotionResult } from '#service/gate/gate.ts'
import { Problem } from '#service/http/problem.ts'
import { readBody } from '#service/http/read-body.ts'
import { messages } from '#service/messages.ts'
import type { StageRow, StoredCard } from '#service/store/board-reader.ts'
import type { BoardWriter } from '#service/store/board-writer.ts'
import { authorizeRole } from '../authorize.ts'
import { type RouteContext, type RouteDependencies, writeContext } from '../context.ts'
import { boardEtag, isExpectedVersion } from '../etag.ts'
import { presentChangedCard } from '../present.ts'

type CardChange = v.InferOutput<typeof patchCardSchema>

/** A change after the preconditions were checked: done, or waiting for the gate. */
type Prepared =
  | { type: 'done'; card: StoredCard }
  | { type: 'promotion'; promotion: PreparedPromotion }

interface PreparedPromotion {
  intentId: string
  card: StoredCard
  from: StageRow
  to: StageRow
  labelIds: readonly number[] | undefined
}

/**
 * PATCH /v1/cards/{number} (spec 4.7). `statusId` moves the card, and `labelIds` replaces its whole
 * label set. First, one transaction checks everything and records the intent; only then is the gate
 * asked; a second transaction carries out its decision, if the card is still where it was. If the
 * gate refuses a promotion, the card is blocked: 409. [gap G3] [gap G13]
 */
export async function handlePatchCard(
  context: RouteContext,
  dependencies: RouteDependencies,
): Promise<Response> {
  const body = await readBody(context, patchCardSchema)
  if (body.statusId === undefined && body.labelIds === undefined) {
    throw new Problem(400, 'bad_request', messages.problems.cardChangeEmpty)
  }
  const number = cardNumber(context)
  const { boardId } = context.var.board
  const { store, gate } = dependencies
  const by = writeContext(context, dependencies)
  const prepared = await store.write(boardId, by, (board) =>
    prepare(context, dependencies, board, number, body),
  )
  if (prepared.type === 'done') return presentChangedCard(context, dependencies, prepared.card)
  const { promotion } = prepared
  const { intentId, card, from, to } = promotion
  const result = await gate.promote({ intentId, actor: by.actor, boardId, card, from, to })
  const changed = await store.write(boardId, by, (board) =>
    settle(context, board, promotion, result),
  )
  return presentChangedCard(context, dependencies, changed)
}

function cardNumber(context: RouteContext): number {
  const text = context.req.param('number') ?? ''
  if (!/^[1-9]\d{0,8}$/.test(text)) throw cardNotFound()
  return Number(text)
}

async function prepare(
  context: RouteContext,
  { store }: RouteDependencies,
  board: BoardWriter,
  number: number,
  body: CardChange,
): Promise<Prepared> {
  const card = await board.card(number)
  if (!card) throw cardNotFound()
  const { boardId, startRevision } = board
  const etag = boardEtag(store.storeId, boardId, card.project_id, startRevision)
  if (!isExpectedVersion(context, etag)) throw boardChanged()
  const labelIds = body.labelIds && (await checkLabels(context, board, body.labelIds))
  const move =
    body.statusId === undefined ? undefined : await findMove(context, board, card, body.statusId)
  if (!move) {
    if (labelIds) await board.setLabels(card, labelIds)
    return { type: 'done', card: { ...card, labelIds: labelIds ?? card.labelIds } }
  }
  const intentId = randomUUID()
  const { from, to } = move
  await board.recordIntent({
    id: intentId,
    cardId: card.id,
    fromStageId: from.id,
    toStageId: to.id,
  })
  return { type: 'promotion', promotion: { intentId, card, from, to, labelIds } }
}

/** The spec has no role for the labels of a card. This service requires member. [gap G18] */
async function checkLabels(
  context: RouteContext,
  board: BoardWriter,
  ids: readonly string[],
): Promise<number[]> {
  authorizeRole(context.var.board.role, ROLE_FOR.labelCard)
  const isId = (id: string) => /^[1-9]\d{0,14}$/.test(id)
  const known = await board.knownLabelIds(ids.filter(isId).map(Number))
  const unknown = ids.filter((id) => !isId(id) || !known.has(Number(id)))
  if (unknown.length > 0) {
    const shown = unknown.slice(0, 5).map(shorten)
    throw new Problem(400, 'bad_request', messages.problems.labelsNotOnBoard(shown))
  }
  return [...new Set(ids.map(Number))]
}

/** Undefined when the card is already in the column, so that a repeated request changes nothing. */
async function findMove(
  context: RouteContext,
  board: BoardWriter,
  card: StoredCard,
  statusId: string,
): Promise<{ from: StageRow; to: StageRow } | undefined> {
  const stages = await board.stages()
  const from = stages.find((stage) => stage.id === card.stage_id)
  const to = stages.find((stage) => String(stage.id) === statusId)
  if (!from || !to) {
    throw new Problem(400, 'bad_request', messages.problems.columnNotOnBoard(shorten(statusId)))
  }
  authorizeRole(context.var.board.role, to.min_role)
  return from.id === to.id ? undefined : { from, to }
}

/** Carries out what the gate decided, as far as the card is still where it was. */
async function settle(
  context: RouteContext,
  board: BoardWriter,
  promotion: PreparedPromotion,
  result: PromotionResult,
): Promise<StoredCard | Problem> {
  const { intentId, from, to, labelIds } = promotion
  const card = await board.card(promotion.card.number)
  if (result.type === 'refused') {
    if (card?.stage_id === from.id) await board.blockCard(card, result)
    await board.finishIntent(intentId, 'refused')
    return promotionRefused(result)
  }
  if (!card || card.id !== promotion.card.id) {
    return new Problem(409, 'card_moved', messages.problems.cardGone)
  }
  if (card.stage_id !== from.id) {
    await board.finishIntent(intentId, 'abandoned')
    return cardMoved(board, card, to)
  }
  const mustKeepLabels = labelIds && context.req.header('If-Match') !== undefined
  if (mustKeepLabels && card.labelIds.join() !== promotion.card.labelIds.join()) {
    await board.finishIntent(intentId, 'abandoned')
    return boardChanged()
  }
  const moved = await board.moveCard(card, from, to)
  const kept = labelIds && (await existingLabels(board, labelIds))
  if (kept) await board.setLabels(card, kept)
  await board.finishIntent(intentId, 'promoted')
  return { ...moved, labelIds: kept ?? moved.labelIds }
}

/** Somebody else was faster. If they moved it to the same column, there is nothing left to do. */
async function cardMoved(
  board: BoardWriter,
  card: StoredCard,
  to: StageRow,
): Promise<StoredCard | Problem> {
  if (card.stage_id === to.id) return card
  const current = (await board.stages()).find((stage) => stage.id === card.stage_id)
  return new Problem(409, 'card_moved', messages.problems.cardMovedByOthers(current?.name ?? ''))
}

/** A label that was deleted while the gate decided is on no card. */
async function existingLabels(board: BoardWriter, ids: readonly number[]): Promise<number[]> {
  const known = await board.knownLabelIds(ids)
  return ids.filter((id) => known.has(id))
}

function promotionRefused({ reason, code }: { reason: string; code: RefusalCode }): Problem {
  return new Problem(409, 'promotion_refused', reason, { reason, refusal: code })
}

function boardChanged(): Problem {
  return new Problem(412, 'board_changed', messages.problems.boardChanged)
}

function cardNotFound(): Problem {
  return new Problem(404, 'not_found', messages.problems.cardUnknown)
}

/** An error repeats only the beginning of what the client sent. */
function shorten(text: string): string {
  return text.slice(0, 40)
}
