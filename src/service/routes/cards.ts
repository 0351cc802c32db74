import type { Context } from 'hono'
import * as v from 'valibot'
import { patchCardSchema, taskSchema } from '#contract/card.ts'
import { ROLE_FOR } from '#model/permissions.ts'
import { authoriseRole } from '../authorise.ts'
import type { RouteEnv, RouteParts } from '../board-service.ts'
import { wantedRevision } from '../etag.ts'
import type { GateStage } from '../gate/gate.ts'
import { presentCard, type StoredCard } from '../present.ts'
import { Problem } from '../problem.ts'
import { readBody } from '../read-body.ts'
import type { StageRow } from '../store/board-store.ts'

const ATTEMPTS = 5

/**
 * PATCH /v1/cards/{number} (spec 4.7). A statusId moves the card, labelIds is its whole label set; both are checked
 * before either is written. A promotion that the gate refuses is a 409, and the card is blocked. [gap G3] [gap G13]
 */
export async function handlePatchCard(context: Context<RouteEnv>, parts: RouteParts): Promise<Response> {
  const body = await readBody(context, patchCardSchema)
  if (body.statusId === undefined && body.labelIds === undefined) {
    throw new Problem(400, 'bad_request', 'Send statusId, labelIds or both.')
  }
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const card = await loadCard(context, parts)
    const labelIds = body.labelIds && (await checkLabels(context, parts, body.labelIds))
    const move = body.statusId === undefined ? undefined : await checkMove(context, parts, card, body.statusId)
    const done = await parts.store.writeCard(
      context.var.board.boardId,
      { id: card.id, fromStageId: card.stage_id },
      { ...move, ...(labelIds ? { labelIds } : {}) },
      wantedRevision(context, context.var.board.boardId, card.project_id),
    )
    if (done === 'board-changed') {
      throw new Problem(412, 'board_changed', 'The board has changed since the version in If-Match. Read it again.')
    }
    if (done === 'done') return context.json(v.parse(taskSchema, presentCard(await loadCard(context, parts))))
  }
  throw new Problem(409, 'promotion_refused', 'Others kept moving this card. Try again.')
}

async function loadCard(context: Context<RouteEnv>, { store }: RouteParts): Promise<StoredCard> {
  const text = context.req.param('number') ?? ''
  const card = /^\d{1,9}$/.test(text) ? await store.card(context.var.board.boardId, Number(text)) : undefined
  if (!card) throw new Problem(404, 'not_found', 'This board has no card with that number.')
  return card
}

/** The role for a card's label set is not in the spec: we ask for member. [gap G18] */
async function checkLabels(context: Context<RouteEnv>, { store }: RouteParts, ids: readonly string[]) {
  const { boardId, role } = context.var.board
  authoriseRole(role, ROLE_FOR.labelCard)
  const numbers = [...new Set(ids)].map((id) => (/^\d{1,15}$/.test(id) ? Number(id) : Number.NaN))
  const known = await store.knownLabelIds(boardId, numbers.filter(Number.isInteger))
  const unknown = ids.filter((id) => !known.has(Number(id)))
  if (unknown.length > 0) {
    throw new Problem(400, 'bad_request', `labelIds: this board has no label ${unknown.slice(0, 5).join(', ')}`)
  }
  return numbers
}

/** Undefined when the card already stands there: asking twice changes nothing. */
async function checkMove(context: Context<RouteEnv>, parts: RouteParts, card: StoredCard, statusId: string) {
  const { boardId, role } = context.var.board
  const stages = await parts.store.stages(boardId)
  const from = stages.find((stage) => stage.id === card.stage_id)
  const to = stages.find((stage) => String(stage.id) === statusId)
  if (!from || !to) throw new Problem(400, 'bad_request', `statusId: this board has no column ${statusId.slice(0, 40)}`)
  authoriseRole(role, to.min_role)
  if (from.id === to.id) return undefined
  const promotion = await parts.gate.promote(card, gateStage(from), gateStage(to))
  if (promotion.answer === 'refused') {
    const at = new Date(parts.clock()).toISOString()
    await parts.store.blockCard(boardId, card.id, { reason: promotion.words, code: promotion.code, at })
    throw new Problem(409, 'promotion_refused', promotion.words, { reason: promotion.words, refusal: promotion.code })
  }
  return { toStageId: to.id, promoted: to.position > from.position }
}

function gateStage(stage: StageRow): GateStage {
  return { id: stage.id, name: stage.name, position: stage.position }
}
