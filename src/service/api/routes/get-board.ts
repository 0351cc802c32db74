import { preferredWait } from '../../live/preferred-wait.ts'
import { chooseProject } from '../choose-project.ts'
import { note, type RouteContext, type RouteDependencies } from '../context.ts'
import { boardEtag, isNotModified } from '../etag.ts'
import { boardJson } from '../present.ts'

/**
 * GET /v1/board (spec 4.2). The ETag changes with the board. With `Prefer: wait`, a client that has
 * the current version is answered when there is another one. [gap G12] [gap G21] [gap G27]
 */
export async function handleBoard(
  context: RouteContext,
  dependencies: RouteDependencies,
): Promise<Response> {
  const { store, responses, beforeLoad, onFault, wokenVersions } = dependencies
  const { boardId } = context.get('board')
  await beforeLoad(boardId)
  const board = store.board(boardId)
  const projectId = await chooseProject(board, context.req.query('projectId'))
  const findEtag = async () => boardEtag(store.storeId, boardId, projectId, await board.revision())
  const findWokenEtag = () => wokenVersions.run({ key: `${boardId} ${projectId}`, find: findEtag })
  const requested = dependencies.watchers && requestedWait(context)
  let etag = await findEtag()
  // A client with another version needs no wait.
  let seconds = requested
  if (isNotModified(context, etag)) {
    seconds = await waitForChange(context, dependencies, requested, findEtag, findWokenEtag)
    if (seconds !== undefined) etag = await findWokenEtag()
  }
  const applied = seconds === undefined ? {} : { 'Preference-Applied': `wait=${seconds}` }
  if (isNotModified(context, etag)) return context.body(null, 304, { ETag: etag, ...applied })
  const recipient = {
    acceptEncoding: context.req.header('Accept-Encoding'),
    client: context.get('credential').id,
    isHead: context.req.raw.method === 'HEAD',
  }
  const response = await responses.respond(etag, recipient, async () => {
    const snapshot = await store.snapshot(boardId, async (read) => ({
      revision: await read.revision(),
      stages: await read.stages(),
      cards: await read.cards(projectId),
      projects: await read.projects(),
      repository: await read.repository(),
    }))
    const report = (error: unknown) => onFault(context.get('requestId'), error)
    const json = await boardJson(snapshot, report)
    // A write may have come in between: then the snapshot is of a later version.
    return { etag: boardEtag(store.storeId, boardId, projectId, snapshot.revision), json }
  })
  for (const [name, value] of Object.entries(applied)) response.headers.set(name, value)
  return response
}

/** In seconds; undefined for a client that has no version of the board. */
function requestedWait({ req }: RouteContext): number | undefined {
  const hasVersion = req.method === 'GET' && req.header('If-None-Match') !== undefined
  return hasVersion ? preferredWait(req.header('Prefer')) : undefined
}

/**
 * Returns how many seconds it could take; undefined if that isn't requested, or without a place.
 * Throws a Problem when the key may not load the board any more.
 */
async function waitForChange(
  context: RouteContext,
  { watchers, clock, authorizeAgain }: RouteDependencies,
  seconds: number | undefined,
  findEtag: () => Promise<string>,
  findWokenEtag: () => Promise<string>,
): Promise<number | undefined> {
  const { signal } = context.req.raw
  if (seconds === undefined || !watchers) return undefined
  const { credential, board } = context.var
  const { expiresAt } = credential
  const untilExpiry =
    expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(expiresAt) - clock()
  const until = performance.now() + Math.min(seconds * 1_000, untilExpiry)
  const request = { boardId: board.boardId, credentialId: credential.id, until, signal }
  let place = watchers.enter(request)
  if (!place) return undefined
  while (place) {
    try {
      // A change between the first look and the place would be missed.
      if (isNotModified(context, await findEtag())) await place.woken
    } finally {
      place.leave()
    }
    await authorizeAgain(context)
    // Another change can wake everybody, such as one of a key.
    const isOver = performance.now() >= until || !isNotModified(context, await findWokenEtag())
    place = isOver ? undefined : watchers.enter(request)
  }
  note(context, { hasWaited: true })
  return seconds
}
