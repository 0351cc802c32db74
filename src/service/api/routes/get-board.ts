import { Problem } from '#service/http/problem.ts'
import type { BoardReader } from '#service/store/board-reader.ts'
import { messages } from '../../messages/messages.ts'
import type { RouteContext, RouteDependencies } from '../context.ts'
import { boardEtag, isNotModified } from '../etag.ts'
import { boardJson } from '../present.ts'

/** GET /v1/board (spec 4.2). The ETag changes with the board. [gap G12] [gap G21] */
export async function handleBoard(
  context: RouteContext,
  { store, responses, beforeLoad, onFault }: RouteDependencies,
): Promise<Response> {
  const { boardId } = context.var.board
  await beforeLoad(boardId)
  const board = store.board(boardId)
  const projectId = await chooseProject(board, context.req.query('projectId'))
  const etag = boardEtag(store.storeId, boardId, projectId, await board.revision())
  if (isNotModified(context, etag)) return context.body(null, 304, { ETag: etag })
  const recipient = {
    acceptEncoding: context.req.header('Accept-Encoding'),
    client: context.var.credential.id,
    isHead: context.req.raw.method === 'HEAD',
  }
  return responses.respond(etag, recipient, async () => {
    const snapshot = await store.snapshot(boardId, async (read) => ({
      revision: await read.revision(),
      stages: await read.stages(),
      cards: await read.cards(projectId),
      web: await read.web(),
    }))
    const report = (error: unknown) => onFault(context.var.requestId, error)
    const json = await boardJson(snapshot, report)
    // A write may have come in between: then the snapshot is of a later version.
    return { etag: boardEtag(store.storeId, boardId, projectId, snapshot.revision), json }
  })
}

async function chooseProject(board: BoardReader, projectId: string | undefined): Promise<number> {
  const ids = await board.projectIds()
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
    throw new Problem(400, 'project_required', messages.problems.projectRequired, { projectIds })
  }
  return only
}
