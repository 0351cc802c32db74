import { Hono, type Next } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { cors } from 'hono/cors'
import { methodNotAllowed } from 'hono/method-not-allowed'
import { requestId } from 'hono/request-id'
import { ENDPOINTS, type EndpointName, WORKSPACE_HEADER } from '#contract/endpoints.ts'
import type { Gate } from '../gate/gate.ts'
import { notFound, Problem, problemResponse } from '../http/problem.ts'
import { BODY_LIMIT, rejectMethod } from '../http/request-rules.ts'
import { messages } from '../messages.ts'
import type { BoardStore } from '../store/board-store.ts'
import type { CredentialStore } from '../store/credential-store.ts'
import { authenticate } from './authenticate.ts'
import { ACCESS, authorizeRole, authorizeScope } from './authorize.ts'
import { chooseBoard } from './choose-board.ts'
import type { RouteContext, RouteDependencies, RouteEnv } from './context.ts'
import { handleBoard } from './routes/get-board.ts'
import { handleMe } from './routes/get-me.ts'
import {
  handleCreateLabel,
  handleDeleteLabel,
  handleLabels,
  handlePatchLabel,
} from './routes/label-routes.ts'
import { handlePatchCard } from './routes/patch-card.ts'
import { createWriteLimit } from './write-limit.ts'

export interface BoardServiceOptions {
  store: BoardStore
  credentials: CredentialStore
  gate: Gate
  /** Returns the time in milliseconds since the epoch. */
  clock?: () => number
  limits?: { writesPerMinute: number }
  /** Other origins that can call the service (CORS). [gap G25] */
  corsOrigins?: readonly string[]
  /** Called for unexpected errors. The response contains only the request id. */
  onInternalError?: (requestId: string, error: unknown) => void
}

const DEFAULT_LIMITS = { writesPerMinute: 120 }

/**
 * Creates the embedded board service (spec sections 4 to 9) as a Hono app. Each route
 * authenticates, chooses the board, authorizes, runs, and checks its response against the contract.
 * Only endpoints in the table are routed.
 */
export function createBoardService(options: BoardServiceOptions) {
  const clock = options.clock ?? Date.now
  const dependencies: RouteDependencies = { store: options.store, gate: options.gate, clock }
  const app = new Hono<RouteEnv>()

  app.use(requestId({ headerName: '' }))
  app.use(setResponseHeaders)
  app.use(methodNotAllowed({ app, onMethodNotAllowed: rejectMethod }))
  app.onError((error, context) => {
    if (error instanceof Problem) return problemResponse(error, context.var.requestId)
    options.onInternalError?.(context.var.requestId, error)
    const problem = new Problem(500, 'internal', messages.problems.internal)
    return problemResponse(problem, context.var.requestId)
  })
  app.notFound((context) => problemResponse(notFound(), context.var.requestId))
  if (options.corsOrigins?.length) app.use('/v1/*', allowOrigins(options.corsOrigins))

  addRoutes(app, createGuard(options, clock), dependencies)
  return app
}

async function setResponseHeaders(context: RouteContext, next: Next): Promise<void> {
  await next()
  context.header('X-Request-Id', context.var.requestId)
  context.header('Cache-Control', 'no-store')
  context.header('X-Content-Type-Options', 'nosniff')
}

function allowOrigins(origins: readonly string[]) {
  return cors({
    origin: [...origins],
    allowMethods: ['GET', 'POST', 'PATCH', 'DELETE'],
    allowHeaders: ['Authorization', 'Content-Type', 'If-Match', 'If-None-Match', WORKSPACE_HEADER],
    exposeHeaders: ['ETag', 'Retry-After', 'X-Request-Id'],
    maxAge: 600,
  })
}

type Guard = (name: EndpointName) => (context: RouteContext, next: Next) => Promise<void>

function createGuard(options: BoardServiceOptions, clock: () => number): Guard {
  const { writesPerMinute } = options.limits ?? DEFAULT_LIMITS
  const limitWrites = createWriteLimit(writesPerMinute, clock)
  return (name) => async (context, next) => {
    const { scope, role } = ACCESS[name]
    const authorization = context.req.header('Authorization')
    const credential = await authenticate(options.credentials, authorization)
    authorizeScope(credential.scopes, name)
    context.set('credential', credential)
    if (ENDPOINTS[name].boardScoped) {
      const board = chooseBoard(credential, context.req.header(WORKSPACE_HEADER))
      context.set('board', board)
      if (role) authorizeRole(board.role, role)
    }
    if (scope === 'write') limitWrites(credential.id)
    await next()
  }
}

function addRoutes(app: Hono<RouteEnv>, guard: Guard, dependencies: RouteDependencies): void {
  const { me, board, listLabels, createLabel, patchLabel, deleteLabel, patchCard } = ENDPOINTS
  const limitBody = bodyLimit(BODY_LIMIT)
  app.get(me.path, guard('me'), handleMe)
  app.get(board.path, guard('board'), (context) => handleBoard(context, dependencies))
  app.get(listLabels.path, guard('listLabels'), (context) => handleLabels(context, dependencies))
  app.post(createLabel.path, guard('createLabel'), limitBody, (context) =>
    handleCreateLabel(context, dependencies),
  )
  app.patch(patchLabel.path, guard('patchLabel'), limitBody, (context) =>
    handlePatchLabel(context, dependencies),
  )
  app.delete(deleteLabel.path, guard('deleteLabel'), (context) =>
    handleDeleteLabel(context, dependencies),
  )
  app.patch(patchCard.path, guard('patchCard'), limitBody, (context) =>
    handlePatchCard(context, dependencies),
  )
}
