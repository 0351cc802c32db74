import * as v from 'valibot'
import { patchCardSchema, taskSchema } from '#contract/schemas/card-schema.ts'
import { ROLE_FOR } from '#model/permissions.ts'
import type { GateStage } from '#service/gate/gate.ts'
import { Problem } from '#service/http/problem.ts'
import { readBody } from '#service/http/read-body.ts'
import { messages } from '#service/messages.ts'
import type { StageRow } from '#service/store/board-store.ts'
import { authorizeRole } from '../authorize.ts'
import type { RouteContext, RouteDependencies } from '../context.ts'
import { ifMatchRevision } from '../etag.ts'
import { presentCard, type StoredCard } from '../present.ts'

const MAX_WRITE_ATTEMPTS = 5

/**
 * PATCH /v1/cards/{number} (spec 4.7). `statusId` moves the card, and `labelIds` replaces its whole
 * label set. Both are checked before either is written. If the gate refuses a promotion, the card
 * is blocked: 409. [gap G3] [gap G13]
 */
export async function handlePatchCard(
  context: RouteContext,
  dependencies: RouteDependencies,
): Promise<Response> {
  const body = await readBody(context, patchCardSchema)
  if (body.statusId === undefined && body.labelIds === undefined) {
    throw new Problem(400, 'bad_request', messages.problems.cardChangeEmpty)
  }
  for (let attempt = 0; attempt < MAX_WRITE_ATTEMPTS; attempt += 1) {
    const card = await loadCard(context, dependencies)
    const labelIds = body.labelIds && (await checkLabels(context, dependencies, body.labelIds))
    const move =
      body.statusId === undefined
        ? undefined
        : await checkMove(context, dependencies, card, body.statusId)
    const result = await dependencies.store.writeCard(
      context.var.board.boardId,
      { id: card.id, fromStageId: card.stage_id },
      { ...move, ...(labelIds ? { labelIds } : {}) },
      ifMatchRevision(context, context.var.board.boardId, card.project_id),
    )
    if (result === 'board-changed') {
      throw new Problem(412, 'board_changed', messages.problems.boardChanged)
    }
    if (result === 'written')
      return context.json(v.parse(taskSchema, presentCard(await loadCard(context, dependencies))))
  }
  throw new Problem(409, 'promotion_refused', messages.problems.cardMovedByOthers)
}

async function loadCard(context: RouteContext, { store }: RouteDependencies): Promise<StoredCard> {
  const text = context.req.param('number') ?? ''
  const card = /^\d{1,9}$/.test(text)
    ? await store.card(context.var.board.boardId, Number(text))
    : undefined
  if (!card) throw new Problem(404, 'not_found', messages.problems.cardUnknown)
  return card
}

/** The spec has no role for the labels of a card. This service requires member. [gap G18] */
async function checkLabels(
  context: RouteContext,
  { store }: RouteDependencies,
  ids: readonly string[],
) {
  const { boardId, role } = context.var.board
  authorizeRole(role, ROLE_FOR.labelCard)
  const numbers = [...new Set(ids)].map((id) => (/^\d{1,15}$/.test(id) ? Number(id) : Number.NaN))
  const known = await store.knownLabelIds(boardId, numbers.filter(Number.isInteger))
  const unknown = ids.filter((id) => !known.has(Number(id)))
  if (unknown.length > 0) {
    throw new Problem(400, 'bad_request', messages.problems.labelsNotOnBoard(unknown.slice(0, 5)))
  }
  return numbers
}

/** Undefined when the card is already in the column, so that a repeated request changes nothing. */
async function checkMove(
  context: RouteContext,
  dependencies: RouteDependencies,
  card: StoredCard,
  statusId: string,
) {
  const { boardId, role } = context.var.board
  const stages = await dependencies.store.stages(boardId)
  const from = stages.find((stage) => stage.id === card.stage_id)
  const to = stages.find((stage) => String(stage.id) === statusId)
  if (!from || !to)
    throw new Problem(400, 'bad_request', messages.problems.columnNotOnBoard(statusId.slice(0, 40)))
  authorizeRole(role, to.min_role)
  if (from.id === to.id) return undefined
  const promotion = await dependencies.gate.promote(card, gateStage(from), gateStage(to))
  if (promotion.type === 'refused') {
    const at = new Date(dependencies.clock()).toISOString()
    await dependencies.store.blockCard(boardId, card.id, {
      reason: promotion.reason,
      code: promotion.code,
      at,
    })
    throw new Problem(409, 'promotion_refused', promotion.reason, {
      reason: promotion.reason,
      refusal: promotion.code,
    })
  }
  return { toStageId: to.id, promoted: to.position > from.position }
}

function gateStage(stage: StageRow): GateStage {
  return { id: stage.id, name: stage.name, position: stage.position }
}
