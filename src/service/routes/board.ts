import type { Context } from 'hono'
import * as v from 'valibot'
import { boardSchema } from '#contract/board.ts'
import type { RouteEnv, RouteParts } from '../board-service.ts'
import { boardEtag, notModified } from '../etag.ts'
import { presentBoard } from '../present.ts'
import { Problem } from '../problem.ts'
import type { BoardStore } from '../store/board-store.ts'

/** GET /v1/board (spec 4.2), with an ETag that changes with the board. [gap G12] [gap G21] */
export async function handleBoard(context: Context<RouteEnv>, { store }: RouteParts): Promise<Response> {
  const { boardId } = context.var.board
  const projectId = await chooseProject(store, boardId, context.req.query('projectId'))
  const etag = boardEtag(boardId, projectId, await store.revision(boardId))
  if (notModified(context, etag)) return context.body(null, 304, { ETag: etag })
  const [stages, cards] = [await store.stages(boardId), await store.cards(boardId, projectId)]
  return context.json(v.parse(boardSchema, presentBoard(stages, cards)), 200, { ETag: etag })
}

async function chooseProject(store: BoardStore, boardId: number, asked: string | undefined): Promise<number> {
  const ids = await store.projectIds(boardId)
  const texts = ids.map(String)
  if (asked !== undefined) {
    const found = ids.find((id) => String(id) === asked)
    if (found === undefined) {
      throw new Problem(404, 'project_unknown', 'This board has no such project.', { projectIds: texts })
    }
    return found
  }
  const [only, second] = ids
  if (only === undefined || second !== undefined) {
    throw new Problem(400, 'project_required', 'This board has several projects. Name one in projectId.', {
      projectIds: texts,
    })
  }
  return only
}
