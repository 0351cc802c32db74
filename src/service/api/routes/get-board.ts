import * as v from 'valibot'
import { boardSchema } from '#contract/schemas/board-schema.ts'
import { Problem } from '#service/http/problem.ts'
import { messages } from '#service/messages.ts'
import type { BoardStore } from '#service/store/board-store.ts'
import type { RouteContext, RouteDependencies } from '../context.ts'
import { boardEtag, isNotModified } from '../etag.ts'
import { presentBoard } from '../present.ts'

/** GET /v1/board (spec 4.2). The ETag changes with the board. [gap G12] [gap G21] */
export async function handleBoard(
  context: RouteContext,
  { store }: RouteDependencies,
): Promise<Response> {
  const { boardId } = context.var.board
  const projectId = await chooseProject(store, boardId, context.req.query('projectId'))
  const etag = boardEtag(boardId, projectId, await store.revision(boardId))
  if (isNotModified(context, etag)) return context.body(null, 304, { ETag: etag })
  const [stages, cards] = [await store.stages(boardId), await store.cards(boardId, projectId)]
  return context.json(v.parse(boardSchema, presentBoard(stages, cards)), 200, { ETag: etag })
}

async function chooseProject(
  store: BoardStore,
  boardId: number,
  projectId: string | undefined,
): Promise<number> {
  const ids = await store.projectIds(boardId)
  const projectIds = ids.map(String)
  if (projectId !== undefined) {
    const knownId = ids.find((id) => String(id) === projectId)
    if (knownId === undefined) {
      throw new Problem(404, 'project_unknown', messages.problems.projectUnknown, { projectIds })
    }
    return knownId
  }
  const [only, second] = ids
  if (only === undefined || second !== undefined) {
    throw new Problem(400, 'project_required', messages.problems.projectRequired, {
      projectIds,
    })
  }
  return only
}
