import * as v from 'valibot'
import { PALETTE } from '#contract/palette.ts'
import { createLabelSchema, labelSchema, patchLabelSchema } from '#contract/schemas/label-schema.ts'
import { Problem } from '#service/http/problem.ts'
import { readBody } from '#service/http/read-body.ts'
import { messages } from '#service/messages.ts'
import type { LabelWrite } from '#service/store/board-store.ts'
import type { RouteContext, RouteDependencies } from '../context.ts'
import { isNotModified } from '../etag.ts'
import { presentLabel } from '../present.ts'

/** GET /v1/labels (spec 4.3). [gap G21] */
export async function handleLabels(
  context: RouteContext,
  { store }: RouteDependencies,
): Promise<Response> {
  const { boardId } = context.var.board
  const etag = `"labels-${boardId}-${await store.revision(boardId)}"`
  if (isNotModified(context, etag)) return context.body(null, 304, { ETag: etag })
  const labels = await store.labels(boardId)
  return context.json(v.parse(v.array(labelSchema), labels.map(presentLabel)), 200, { ETag: etag })
}

/** POST /v1/labels (spec 4.4). A label without a color is gray. */
export async function handleCreateLabel(
  context: RouteContext,
  { store }: RouteDependencies,
): Promise<Response> {
  const body = await readBody(context, createLabelSchema)
  const result = await store.createLabel(context.var.board.boardId, {
    name: body.name,
    color: body.color ?? PALETTE[0],
  })
  return labelResponse(context, result, body.name, 201)
}

/** PATCH /v1/labels/{labelId} (spec 4.5). [gap G9] */
export async function handlePatchLabel(
  context: RouteContext,
  { store }: RouteDependencies,
): Promise<Response> {
  const { name, color } = await readBody(context, patchLabelSchema)
  const result = await store.patchLabel(context.var.board.boardId, labelId(context), {
    ...(name === undefined ? {} : { name }),
    ...(color === undefined ? {} : { color }),
  })
  return labelResponse(context, result, name ?? '', 200)
}

/** DELETE /v1/labels/{labelId} (spec 4.6). [gap G9] */
export async function handleDeleteLabel(
  context: RouteContext,
  { store }: RouteDependencies,
): Promise<Response> {
  if (!(await store.deleteLabel(context.var.board.boardId, labelId(context)))) throw labelNotFound()
  return context.body(null, 204)
}

function labelResponse(
  context: RouteContext,
  result: LabelWrite,
  name: string,
  status: 200 | 201,
): Response {
  if ('label' in result)
    return context.json(v.parse(labelSchema, presentLabel(result.label)), status)
  if (result.failed === 'missing') throw labelNotFound()
  throw new Problem(409, 'label_exists', messages.problems.labelExists(name))
}

function labelId(context: RouteContext): number {
  const text = context.req.param('labelId') ?? ''
  if (!/^\d{1,15}$/.test(text)) throw labelNotFound()
  return Number(text)
}

function labelNotFound(): Problem {
  return new Problem(404, 'not_found', messages.problems.labelUnknown)
}
