import { randomUUID } from 'node:crypto'
import type * as v from 'valibot'
import { patchCardSchema } from '#contract/schemas/card-schema.ts'
import { ROLE_FOR } from '#model/permissions.ts'
import type { PromotionRequest, PromotionResult } from '#service/gate/gate.ts'
import { Problem } from '#service/http/problem.ts'
import { readBody } from '#service/http/read-body.ts'
import type { StoredCard } from '#service/store/board-reader.ts'
import type { CardBoard } from '#service/store/card-writer.ts'
import { readRowId } from '#service/store/read-row-id.ts'
import { messages } from '../../messages/messages.ts'
import { authorizeRole } from '../authorize.ts'
import { type RouteContext, type RouteDependencies, writeContext } from '../context.ts'
import { boardEtag, isExpectedVersion } from '../etag.ts'
import { presentChangedCard } from '../present.ts'
import { boardChanged, type PreparedPromotion, settlePromotion } from './settle-promotion.ts'

type CardChange = v.InferOutput<typeof patchCardSchema>

/** A change after the preconditions were checked: done, or waiting for the gate. */
type Prepared =
  | { type: 'done'; result: StoredCard | Problem }
  | { type: 'promotion'; promotion: PreparedPromotion; request: PromotionRequest }

/**
 * PATCH /v1/cards/{number} (spec 4.7). `statusId` moves the card, and `labelIds` replaces its whole
 * label set. First, one transaction checks everything and records the intent; only then is the gate
 * asked; a second transaction carries out its decision, if the card is still where it was. A gate
 * that decides by the store alone needs only the first one. If the gate refuses a promotion, the
 * card is blocked: 409. [gap G3] [gap G13]
 * See .github/decisions/0022-the-order-of-a-write.md.
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
  const { boardId } = context.get('board')
  const { store, gate } = dependencies
  const by = writeContext(context, dependencies)
  const prepared = await store.writeCard(boardId, by, number, (board) =>
    prepare(context, dependencies, board, number, body),
  )
  if (prepared.type === 'done') return presentChangedCard(context, dependencies, prepared.result)
  const { promotion, request } = prepared
  const settleWith = (final: PromotionResult) =>
    store.writeCard(boardId, writeContext(context, dependencies), number, (board) =>
      settlePromotion(context, board, promotion, final),
    )
  const report = (error: unknown) => dependencies.onFault(context.get('requestId'), error)
  try {
    const result = await gate.promote(request)
    if (result.type !== 'running') {
      return presentChangedCard(context, dependencies, await settleWith(result))
    }
    // The response doesn't wait for it. The next sync repairs what a fault leaves.
    void result.result.then(settleWith).catch(report).finally(result.onSettled)
    return presentChangedCard(context, dependencies, promotion.card, result.reason)
  } catch (error) {
    if (error instanceof Problem) throw error
    // The gate can have changed the repository already.
    report(error)
    throw new Problem(500, 'internal', messages.problems.promotionUncertain)
  }
}

function cardNumber(context: RouteContext): number {
  const number = readRowId(context.req.param('number') ?? '')
  if (number === undefined) throw cardNotFound()
  return number
}

async function prepare(
  context: RouteContext,
  { store, gate }: RouteDependencies,
  board: CardBoard,
  number: number,
  body: CardChange,
): Promise<Prepared> {
  const card = await board.card(number)
  if (!card) throw cardNotFound()
  const findEtag = async () =>
    boardEtag(store.storeId, board.boardId, card.project_id, await board.revision())
  if (!(await isExpectedVersion(context, findEtag))) throw boardChanged()
  const labelIds = body.labelIds && (await checkLabels(context, board, body.labelIds))
  const move =
    body.statusId === undefined ? undefined : await findMove(context, board, card, body.statusId)
  if (!move) {
    if (labelIds) await board.setLabels(card, labelIds)
    return { type: 'done', result: { ...card, labelIds: labelIds ?? card.labelIds } }
  }
  const intentId = randomUUID()
  const { from, to } = move
  board.recordIntent({
    id: intentId,
    cardId: card.id,
    fromStageId: from.id,
    toStageId: to.id,
  })
  const promotion = { ...move, intentId, card, labelIds }
  const { clientId: actor, name: actorName } = context.get('credential')
  const request = { ...move, intentId, boardId: board.boardId, card, actor, actorName }
  const decided = await gate.decideInStore?.(board, request)
  if (!decided) return { type: 'promotion', promotion, request }
  return { type: 'done', result: await settlePromotion(context, board, promotion, decided, card) }
}

/** The spec has no role for the labels of a card. This service requires member. [gap G18] */
async function checkLabels(
  context: RouteContext,
  board: CardBoard,
  ids: readonly string[],
): Promise<number[]> {
  authorizeRole(context.get('board').role, ROLE_FOR.labelCard)
  const known = await board.knownLabelIds(ids.flatMap((id) => readRowId(id) ?? []))
  const unknown = ids.filter((id) => !known.has(readRowId(id) ?? 0))
  if (unknown.length > 0) {
    const shown = unknown.slice(0, 5).map(shorten)
    throw new Problem(400, 'bad_request', messages.problems.labelsNotOnBoard(shown))
  }
  return [...new Set(ids.map(Number))]
}

/** Undefined when the card is already in the column, so that a repeated request changes nothing. */
async function findMove(
  context: RouteContext,
  board: CardBoard,
  card: StoredCard,
  statusId: string,
): Promise<Pick<PreparedPromotion, 'from' | 'to' | 'branches' | 'minRoles'> | undefined> {
  const stages = await board.stages()
  const from = stages.find((stage) => stage.id === card.stage_id)
  const to = stages.find((stage) => String(stage.id) === statusId)
  if (!from || !to) {
    throw new Problem(400, 'bad_request', messages.problems.columnNotOnBoard(shorten(statusId)))
  }
  if (to.locked_reason !== null && to.id !== from.id) {
    throw new Problem(409, 'column_locked', to.locked_reason)
  }
  // A repository gets a commit on each stage that the card passes or leaves.
  const [first, last] = [from.position, to.position].sort((a, b) => a - b)
  const passed = stages.filter(
    ({ branch, position }) => branch !== null && position > (first ?? 0) && position <= (last ?? 0),
  )
  for (const stage of new Set([...passed, to])) {
    authorizeRole(context.get('board').role, stage.min_role)
  }
  const branches = passed.flatMap(({ branch }) => branch ?? [])
  const minRoles = passed.map(({ min_role }) => min_role)
  return from.id === to.id ? undefined : { from, to, branches, minRoles }
}

function cardNotFound(): Problem {
  return new Problem(404, 'not_found', messages.problems.cardUnknown)
}

/** An error repeats only the beginning of what the client sent. */
function shorten(text: string): string {
  return text.slice(0, 40)
}
