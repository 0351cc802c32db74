import * as v from 'valibot'
import { PALETTE } from '#contract/palette.ts'
import { createLabelSchema, labelSchema, patchLabelSchema } from '#contract/schemas/label-schema.ts'
import { Problem } from '#service/http/problem.ts'
import { readBody } from '#service/http/read-body.ts'
import type { BoardWriter } from '#service/store/board-writer.ts'
import type { StoredLabel } from '#service/store/label-rows.ts'
import { readRowId } from '#service/store/read-row-id.ts'
import { messages } from '../../messages/messages.ts'
import { type RouteContext, type RouteDependencies, writeContext } from '../context.ts'
import { isExpectedVersion, isNotModified, labelsEtag } from '../etag.ts'
import { presentLabel } from '../present.ts'

const MAX_LABELS = 1_000

/** GET /v1/labels (spec 4.3). [gap G21] */
export async function handleLabels(
  context: RouteContext,
  { store, onFault }: RouteDependencies,
): Promise<Response> {
  const { boardId } = context.get('board')
  const current = labelsEtag(store.storeId, boardId, await store.board(boardId).revision())
  if (isNotModified(context, current)) return context.body(null, 304, { ETag: current })
  const { revision, labels } = await store.snapshot(boardId, async (board) => ({
    revision: await board.revision(),
    labels: await board.labels(),
  }))
  const valid = labels.map(presentLabel).filter((label) => {
    const { success } = v.safeParse(labelSchema, label)
    if (!success) onFault(context.get('requestId'), new Error(`Label ${label.id} is left out.`))
    return success
  })
  return context.json(valid, 200, { ETag: labelsEtag(store.storeId, boardId, revision) })
}

/** POST /v1/labels (spec 4.4). A label without a color is gray. */
export async function handleCreateLabel(
  context: RouteContext,
  dependencies: RouteDependencies,
): Promise<Response> {
  const { name, color = PALETTE[0] } = await readBody(context, createLabelSchema)
  const { boardId } = context.get('board')
  const by = writeContext(context, dependencies)
  const label = await dependencies.store.write(boardId, by, async (board) => {
    if (await board.isNameTaken(name)) throw labelExists(name)
    if ((await board.countLabels()) >= MAX_LABELS) throw tooManyLabels()
    return board.createLabel({ name, color })
  })
  return context.json(presentLabel(label), 201, { Location: `/v1/labels/${label.id}` })
}

/** PATCH /v1/labels/{labelId} (spec 4.5). [gap G9] */
export async function handlePatchLabel(
  context: RouteContext,
  dependencies: RouteDependencies,
): Promise<Response> {
  const change = await readBody(context, patchLabelSchema)
  const { boardId } = context.get('board')
  const by = writeContext(context, dependencies)
  const label = await dependencies.store.write(boardId, by, async (board) => {
    const before = await findLabel(context, dependencies, board)
    const name = change.name ?? before.name
    if (await board.isNameTaken(name, before.id)) throw labelExists(name)
    return board.changeLabel(before, { name, color: change.color ?? before.color })
  })
  return context.json(presentLabel(label))
}

/** DELETE /v1/labels/{labelId} (spec 4.6). [gap G9] */
export async function handleDeleteLabel(
  context: RouteContext,
  dependencies: RouteDependencies,
): Promise<Response> {
  const { boardId } = context.get('board')
  const by = writeContext(context, dependencies)
  await dependencies.store.write(boardId, by, async (board) =>
    board.deleteLabel(await findLabel(context, dependencies, board)),
  )
  return context.body(null, 204)
}

/** Throws a 404, or a 412 when the labels changed after the version in If-Match. */
async function findLabel(
  context: RouteContext,
  { store }: RouteDependencies,
  board: BoardWriter,
): Promise<StoredLabel> {
  const id = readRowId(context.req.param('labelId') ?? '')
  const label = id === undefined ? undefined : await board.label(id)
  if (!label) throw new Problem(404, 'not_found', messages.problems.labelUnknown)
  const findEtag = async () => labelsEtag(store.storeId, board.boardId, await board.revision())
  if (!(await isExpectedVersion(context, findEtag))) {
    throw new Problem(412, 'board_changed', messages.problems.boardChanged)
  }
  return label
}

function labelExists(name: string): Problem {
  return new Problem(409, 'label_exists', messages.problems.labelExists(name))
}

function tooManyLabels(): Problem {
  return new Problem(409, 'too_many_labels', messages.problems.tooManyLabels(MAX_LABELS))
}
