import { Hono } from 'hono'
import { cors } from 'hono/cors'
import { ENDPOINTS, type EndpointName, methodsAt, WORKSPACE_HEADER } from '#contract/endpoints.ts'
import { authenticate } from './authenticate.ts'
import { ACCESS, authoriseRole, authoriseScope } from './authorise.ts'
import { type ChosenBoard, chooseBoard } from './choose-board.ts'
import type { Gate } from './gate/gate.ts'
import { Problem, problemResponse } from './problem.ts'
import { handleBoard } from './routes/board.ts'
import { handlePatchCard } from './routes/cards.ts'
import { handleCreateLabel, handleDeleteLabel, handleLabels, handlePatchLabel } from './routes/labels.ts'
import { handleMe } from './routes/me.ts'
import type { BoardStore } from './store/board-store.ts'
import type { CredentialStore, StoredCredential } from './store/credential-store.ts'
import { createWriteLimit } from './write-limit.ts'

/** What the service is made of. */
export interface BoardServiceParts {
  store: BoardStore
  credentials: CredentialStore
  gate: Gate
  /** The time, in milliseconds since the epoch. */
  clock?: () => number
  limits?: { writesPerMinute: number }
  /** Origins of other pages that may call the service (CORS). [gap G25] */
  corsOrigins?: readonly string[]
  /** Called with faults that are ours; the answer to the caller names only the request id. */
  onFault?: (requestId: string, error: unknown) => void
}

/** What every route handler is given. */
export interface RouteParts {
  store: BoardStore
  gate: Gate
  clock: () => number
}

/** Variables that the middleware sets on a request before a route handler runs. */
export interface RouteEnv {
  Variables: { requestId: string; credential: StoredCredential; board: ChosenBoard }
}

const DEFAULT_LIMITS = { writesPerMinute: 120 }

/**
 * The embedded board service: spec sections 4 to 9 as one fetch-shaped application. Every route: authenticate, choose
 * the board, authorise, act, present, check against the contract. Nothing answers that is not in the endpoint table.
 */
export function createBoardService(parts: BoardServiceParts) {
  const clock = parts.clock ?? Date.now
  const limits = parts.limits ?? DEFAULT_LIMITS
  const limitWrites = createWriteLimit(limits.writesPerMinute, clock)
  const route: RouteParts = { store: parts.store, gate: parts.gate, clock }
  const app = new Hono<RouteEnv>()

  app.use(async (context, next) => {
    context.set('requestId', crypto.randomUUID())
    await next()
    context.header('X-Request-Id', context.var.requestId)
    context.header('Cache-Control', 'no-store')
    context.header('X-Content-Type-Options', 'nosniff')
  })
  app.onError((error, context) => {
    const { requestId } = context.var
    if (error instanceof Problem) return problemResponse(error, requestId)
    parts.onFault?.(requestId, error)
    return problemResponse(new Problem(500, 'internal', 'The board service failed. Nothing was changed.'), requestId)
  })
  app.notFound((context) => {
    const methods = methodsAt(context.req.path)
    const problem =
      methods.length > 0
        ? new Problem(405, 'method_not_allowed', `Use ${methods.join(' or ')} here.`, {}, { Allow: methods.join(', ') })
        : new Problem(404, 'not_found', 'There is nothing at this path.')
    return problemResponse(problem, context.var.requestId)
  })
  if (parts.corsOrigins?.length) {
    app.use(
      '/v1/*',
      cors({
        origin: [...parts.corsOrigins],
        allowMethods: ['GET', 'POST', 'PATCH', 'DELETE'],
        allowHeaders: ['Authorization', 'Content-Type', 'If-Match', 'If-None-Match', WORKSPACE_HEADER],
        exposeHeaders: ['ETag', 'Retry-After', 'X-Request-Id'],
        maxAge: 600,
      }),
    )
  }

  const guard = (name: EndpointName) => async (context: Parameters<typeof handleMe>[0], next: () => Promise<void>) => {
    const credential = await authenticate(parts.credentials, context.req.header('Authorization'))
    authoriseScope(credential.scopes, name)
    context.set('credential', credential)
    if (ENDPOINTS[name].boardScoped) {
      const board = chooseBoard(credential, context.req.header(WORKSPACE_HEADER))
      context.set('board', board)
      const { role } = ACCESS[name]
      if (role) authoriseRole(board.role, role)
    }
    if (ACCESS[name].scope === 'write') limitWrites(credential.id)
    await next()
  }

  app.get(ENDPOINTS.me.path, guard('me'), (context) => handleMe(context))
  app.get(ENDPOINTS.board.path, guard('board'), (context) => handleBoard(context, route))
  app.get(ENDPOINTS.listLabels.path, guard('listLabels'), (context) => handleLabels(context, route))
  app.post(ENDPOINTS.createLabel.path, guard('createLabel'), (context) => handleCreateLabel(context, route))
  app.patch(ENDPOINTS.patchLabel.path, guard('patchLabel'), (context) => handlePatchLabel(context, route))
  app.delete(ENDPOINTS.deleteLabel.path, guard('deleteLabel'), (context) => handleDeleteLabel(context, route))
  app.patch(ENDPOINTS.patchCard.path, guard('patchCard'), (context) => handlePatchCard(context, route))
  return app
}
