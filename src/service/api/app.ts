import { randomUUID } from 'node:crypto'
import { type Context, Hono, type Next } from 'hono'
import { cors } from 'hono/cors'
import { methodNotAllowed } from 'hono/method-not-allowed'
import { requestId } from 'hono/request-id'
import { ENDPOINTS, type EndpointName, WORKSPACE_HEADER } from '#contract/endpoints.ts'
import type { Gate } from '../gate/gate.ts'
import { notFound, Problem, problemFor, problemResponse } from '../http/problem.ts'
import { limitBody, rejectMethod } from '../http/request-rules.ts'
import type { BoardWatchers } from '../live/board-watchers.ts'
import { SharedTurn } from '../live/shared-turn.ts'
import { messages } from '../messages/messages.ts'
import type { BoardStore } from '../store/board-store.ts'
import type { StoredCredential } from '../store/credential-rows.ts'
import type { CredentialStore } from '../store/credential-store.ts'
import { authenticate, type KnownKeys } from './authenticate.ts'
import { ACCESS, authorizeRole, authorizeScope } from './authorize.ts'
import { BoardResponses } from './board-responses.ts'
import {
  note,
  type RouteContext,
  type RouteDependencies,
  type RouteEnv,
  type WokenVersion,
} from './context.ts'
import type { CountRejectedKey, CountRequest } from './rate-limit.ts'
import { handleActivity } from './routes/get-activity.ts'
import { handleBoard } from './routes/get-board.ts'
import { handleMe } from './routes/get-me.ts'
import {
  handleCreateLabel,
  handleDeleteLabel,
  handleLabels,
  handlePatchLabel,
} from './routes/label-routes.ts'
import { handlePatchCard } from './routes/patch-card.ts'
import { selectBoard } from './select-board.ts'

export interface BoardServiceOptions {
  store: BoardStore
  credentials: CredentialStore
  gate: Gate
  /** Makes a board what its repository says. Never throws. */
  beforeLoad?: (boardId: number) => Promise<void>
  /** Without it, a load is always answered at once. */
  watchers?: BoardWatchers | undefined
  /** Returns the time in milliseconds since the epoch. */
  clock?: () => number
  /** Throws a 429 when a credential sends too many requests. */
  countRequest?: CountRequest
  /** Throws a 429 when an address sends too many keys that aren't accepted. */
  countRejectedKey?: CountRejectedKey
  /** Other origins that can call the service (CORS). [gap G25] */
  corsOrigins?: readonly string[]
  /** Called for unexpected errors. The response contains only the request id. */
  onFault?: (requestId: string, error: unknown) => void
}

/**
 * Creates the embedded board service (spec sections 4 to 9) as a Hono app. Each route
 * authenticates, chooses the board, authorizes, runs, and checks its response against the contract.
 * Only endpoints in the table are routed.
 */
export function createBoardService(options: BoardServiceOptions) {
  const clock = options.clock ?? Date.now
  const onFault = options.onFault ?? (() => undefined)
  const { store, gate, beforeLoad = async () => undefined } = options
  const responses = new BoardResponses()
  const find = findTogether(options.credentials, clock)
  const dependencies: RouteDependencies = {
    ...{ store, gate, clock, responses, beforeLoad, onFault },
    watchers: options.watchers,
    wokenVersions: new SharedTurn(findEachOnce),
    authorizeAgain: async (context) => {
      authorize(context, await find(context.req.header('Authorization')), 'board')
    },
  }
  const app = new Hono<RouteEnv>()

  app.use(requestId({ headerName: '', generator: requestIdOf }))
  app.use(setResponseHeaders)
  app.use(methodNotAllowed({ app, onMethodNotAllowed: rejectMethod }))
  app.onError((error, context) => {
    const known = problemFor(error)
    // A Problem that a route throws is reported there, if it's a fault at all.
    if (!(error instanceof Problem)) onFault(context.get('requestId'), error)
    const problem = known ?? new Problem(500, 'internal', messages.problems.internal)
    note(context, { code: problem.code })
    return problemResponse(problem, context.get('requestId'))
  })
  app.notFound((context) => problemResponse(notFound(), context.get('requestId')))
  if (options.corsOrigins?.length) app.use('/v1/*', allowOrigins(options.corsOrigins))

  addRoutes(app, createGuard(options, find), dependencies)
  return app
}

/** The web server has already given the request an id. */
function requestIdOf(context: Context): string {
  return context.env?.requestId ?? randomUUID()
}

async function setResponseHeaders(context: RouteContext, next: Next): Promise<void> {
  await next()
  // `context.header` would make the response one with a stream, which costs a fifth of a move.
  const { headers } = context.res
  headers.set('X-Request-Id', context.get('requestId'))
  headers.set('Cache-Control', 'no-store')
  headers.set('X-Content-Type-Options', 'nosniff')
}

function allowOrigins(origins: readonly string[]) {
  return cors({
    origin: [...origins],
    allowMethods: ['GET', 'POST', 'PATCH', 'DELETE'],
    allowHeaders: [
      ...['Authorization', 'Content-Type', 'If-Match', 'If-None-Match', 'Prefer'],
      WORKSPACE_HEADER,
    ],
    exposeHeaders: ['ETag', 'Location', 'Preference-Applied', 'Retry-After', 'X-Request-Id'],
    maxAge: 600,
  })
}

type Guard = (name: EndpointName) => (context: RouteContext, next: Next) => Promise<void>

/** Authenticates a request (spec 5.2). */
type FindCredential = (authorization: string | undefined) => Promise<StoredCredential>

/** Versions in the same order. One that can't be found doesn't matter to the others. */
async function findEachOnce(versions: readonly WokenVersion[]): Promise<Promise<string>[]> {
  const found = new Map<string, Promise<string>>()
  return versions.map(({ key, find }) => {
    const version = found.get(key) ?? find()
    found.set(key, version)
    return version
  })
}

/** Requests that arrive together, or are woken together, cost one query. */
function findTogether(credentials: CredentialStore, clock: () => number): FindCredential {
  const turn = new SharedTurn((secrets: readonly string[]) =>
    credentials.findBySecrets(secrets, new Date(clock())),
  )
  const known: KnownKeys = {
    find: (secret) => turn.run(secret),
    endOf: (secret) => credentials.endOf(secret, new Date(clock())),
  }
  return (authorization) => authenticate(known, authorization)
}

function createGuard(options: BoardServiceOptions, find: FindCredential): Guard {
  return (name) => async (context, next) => {
    const credential = await find(context.req.header('Authorization')).catch((error: unknown) => {
      const address = context.env?.address
      if (error instanceof Problem && address !== undefined) options.countRejectedKey?.(address)
      throw error
    })
    note(context, { client: credential.clientId })
    // Also what is forbidden counts.
    await options.countRequest?.(credential.id, ACCESS[name].scope === 'write' ? 'write' : 'load')
    authorize(context, credential, name)
    await next()
  }
}

function authorize(context: RouteContext, credential: StoredCredential, name: EndpointName): void {
  authorizeScope(credential.scopes, name)
  context.set('credential', credential)
  if (ENDPOINTS[name].boardScoped) authorizeBoard(context, name)
}

function authorizeBoard(context: RouteContext, name: EndpointName): void {
  const board = selectBoard(context.get('credential'), context.req.header(WORKSPACE_HEADER))
  note(context, { board: board.boardId })
  context.set('board', board)
  const { role } = ACCESS[name]
  if (role) authorizeRole(board.role, role)
}

function addRoutes(app: Hono<RouteEnv>, guard: Guard, dependencies: RouteDependencies): void {
  const { me, board, boardActivity, patchCard } = ENDPOINTS
  const { listLabels, createLabel, patchLabel, deleteLabel } = ENDPOINTS
  app.get(me.path, guard('me'), handleMe)
  app.get(board.path, guard('board'), (context) => handleBoard(context, dependencies))
  app.get(boardActivity.path, guard('boardActivity'), (context) =>
    handleActivity(context, dependencies),
  )
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
