import type { Context } from 'hono'
import * as v from 'valibot'
import { createLabelSchema, labelSchema, PALETTE, patchLabelSchema } from '#contract/label.ts'
import type { RouteEnv, RouteParts } from '../board-service.ts'
import { notModified } from '../etag.ts'
import { presentLabel } from '../present.ts'
import { Problem } from '../problem.ts'
import { readBody } from '../read-body.ts'
import type { LabelWrite } from '../store/board-store.ts'

/** GET /v1/labels (spec 4.3). [gap G21] */
export async function handleLabels(context: Context<RouteEnv>, { store }: RouteParts): Promise<Response> {
  const { boardId } = context.var.board
  const etag = `"labels-${boardId}-${await store.revision(boardId)}"`
  if (notModified(context, etag)) return context.body(null, 304, { ETag: etag })
  const labels = await store.labels(boardId)
  return context.json(v.parse(v.array(labelSchema), labels.map(presentLabel)), 200, { ETag: etag })
}

/** POST /v1/labels (spec 4.4). Without a colour the label is gray. */
export async function handleCreateLabel(context: Context<RouteEnv>, { store }: RouteParts): Promise<Response> {
  const body = await readBody(context, createLabelSchema)
  const written = await store.createLabel(context.var.board.boardId, {
    name: body.name,
    color: body.color ?? PALETTE[0],
  })
  return labelResponse(context, written, body.name, 201)
}

/** PATCH /v1/labels/{labelId} (spec 4.5). [gap G9] */
export async function handlePatchLabel(context: Context<RouteEnv>, { store }: RouteParts): Promise<Response> {
  const { name, color } = await readBody(context, patchLabelSchema)
  const written = await store.patchLabel(context.var.board.boardId, labelId(context), {
    ...(name === undefined ? {} : { name }),
    ...(color === undefined ? {} : { color }),
  })
  return labelResponse(context, written, name ?? '', 200)
}

/** DELETE /v1/labels/{labelId} (spec 4.6). [gap G9] */
export async function handleDeleteLabel(context: Context<RouteEnv>, { store }: RouteParts): Promise<Response> {
  if (!(await store.deleteLabel(context.var.board.boardId, labelId(context)))) throw noSuchLabel()
  return context.body(null, 204)
}

function labelResponse(context: Context<RouteEnv>, written: LabelWrite, name: string, status: 200 | 201): Response {
  if ('done' in written) return context.json(v.parse(labelSchema, presentLabel(written.done)), status)
  if (written.failed === 'missing') throw noSuchLabel()
  throw new Problem(409, 'label_exists', `This board already has a label named "${name}".`)
}

function labelId(context: Context<RouteEnv>): number {
  const text = context.req.param('labelId') ?? ''
  if (!/^\d{1,15}$/.test(text)) throw noSuchLabel()
  return Number(text)
}

function noSuchLabel(): Problem {
  return new Problem(404, 'not_found', 'This board has no such label.')
}
