import { timingSafeEqual } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { notFound, Problem, problemFor, problemResponse } from '../http/problem.ts'
import { messages } from '../messages/messages.ts'
import { clientAddress, recordAccess, type WebEnv } from './access-record.ts'
import {
  answerHook,
  FORGE_HOOK_PATH,
  limitHook,
  type ReceiveHook,
  rejectOtherMethods,
} from './forge-hook-route.ts'
import { type Logger, loggedError } from './logger.ts'
import type { Metrics } from './metrics.ts'
import { securityHeaders } from './security-headers.ts'
import type { StaticFiles } from './static-files.ts'

/** Handles every request under /v1: the embedded service or the proxy. */
export interface ServiceHandler {
  fetch: (request: Request, bindings: object) => Response | Promise<Response>
}

export interface WebServerOptions {
  service: ServiceHandler
  page: StaticFiles
  log: Logger
  metrics: Metrics
  /** Throws when the store or the upstream service doesn't work. */
  checkReady: () => Promise<void>
  /** What an operator should fix, even though the service works. */
  problems?: () => string[]
  /** Allowed host names; undefined allows all. On loopback, the list prevents DNS rebinding. */
  allowedHosts?: readonly string[] | undefined
  /** Whether people use the server by https, through a proxy. */
  isHttps?: boolean
  /** Whether X-Forwarded-For comes from a proxy that the operator runs. */
  trustProxy?: boolean
  /** For /metrics from another machine. */
  metricsToken?: string | undefined
  /** Takes web hooks of the forge; undefined for none. */
  receiveHook?: ReceiveHook | undefined
  /** Leads to the page, with a key the first time. */
  signIn?: { path: string; takeLocation: () => string } | undefined
}

/**
 * Creates a Hono app that serves the page, serves the API under /v1, and sets the headers of every
 * response.
 */
export function createWebServer(options: WebServerOptions) {
  const { service, log, metrics, trustProxy = false, isHttps = false } = options
  const checkReady = oneAtATime(options.checkReady)
  const app = new Hono<WebEnv>()
  app.use(recordAccess({ log, metrics, trustProxy }))
  app.use(securityHeaders({ isHttps }))
  app.use(async (context, next) => {
    if (!isHostAllowed(context, options.allowedHosts)) throw hostNotAllowed()
    return next()
  })
  app.get('/healthz', (context) => context.json({ status: 'ok' }, 200, NO_STORE))
  app.get('/readyz', async (context) => {
    await checkReady().catch((cause: unknown) => {
      log.error({ error: loggedError(cause) }, 'not ready')
      throw new Problem(503, 'not_ready', messages.problems.notReady)
    })
    const problems = mayReadDetails(context, options) ? (options.problems?.() ?? []) : []
    return context.json(
      { status: 'ready', ...(problems.length ? { problems } : {}) },
      200,
      NO_STORE,
    )
  })
  app.get('/metrics', async (context) => {
    if (!mayReadDetails(context, options)) throw notFound()
    return context.text(await metrics.text(), 200, {
      ...NO_STORE,
      'Content-Type': metrics.contentType,
    })
  })
  const { signIn, receiveHook } = options
  if (receiveHook) {
    app.post(FORGE_HOOK_PATH, limitHook, (context) => answerHook(context, receiveHook))
    app.all(FORGE_HOOK_PATH, rejectOtherMethods)
  }
  if (signIn) {
    app.get(signIn.path, (context) => {
      // A look at the headers must not use it up.
      if (context.req.method === 'HEAD') return context.body(null)
      context.header('Cache-Control', 'no-store')
      return context.redirect(signIn.takeLocation())
    })
  }
  const forward = (context: Context<WebEnv>) => {
    const { requestId, record } = context.var
    const address = clientAddress(context, trustProxy)
    return service.fetch(context.req.raw, { requestId, record, address })
  }
  app.all('/v1', forward)
  app.all('/v1/*', forward)
  app.all('*', (context) => {
    const file = options.page(context.req.raw)
    if (!file) throw notFound()
    return file
  })
  app.onError((error, context) => {
    const known = problemFor(error)
    const problem = known ?? new Problem(500, 'internal', messages.proxy.serverInternal)
    const { requestId, record } = context.var
    if (!known) log.error({ requestId, error: loggedError(error) }, 'fault')
    record.code = problem.code
    return problemResponse(problem, requestId)
  })
  return app
}

/** A check writes to the disk: requests that come during one share it. */
function oneAtATime(check: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  return () => {
    running ??= check().finally(() => {
      running = undefined
    })
    return running
  }
}

const NO_STORE = { 'Cache-Control': 'no-store' }

function isHostAllowed(
  context: Context<WebEnv>,
  allowedHosts: readonly string[] | undefined,
): boolean {
  const host = context.req.header('Host') ?? ''
  return allowedHosts?.includes(hostName(host)) ?? true
}

function hostName(host: string): string {
  return host.replace(/:\d+$/, '').toLowerCase()
}

function hostNotAllowed(): Problem {
  return new Problem(421, 'host_not_allowed', messages.problems.hostNotAllowed)
}

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/

/** What the proxies of this world add to a request. */
const FORWARDING_HEADERS = [
  'X-Forwarded-For',
  'X-Forwarded-Host',
  'X-Forwarded-Proto',
  'X-Forwarded-Server',
  'X-Real-IP',
  'X-Client-IP',
  'True-Client-IP',
  'CF-Connecting-IP',
  'Forwarded',
  'Via',
] as const

/**
 * Numbers and paths are for the operator: a proxy on this machine must not open them to everybody.
 */
function mayReadDetails(
  context: Context<WebEnv>,
  { metricsToken, trustProxy }: WebServerOptions,
): boolean {
  const { req } = context
  const [, token = ''] = /^Bearer +(\S+)$/i.exec(req.header('Authorization') ?? '') ?? []
  if (metricsToken && isSameText(token, metricsToken)) return true
  const isForwarded = FORWARDING_HEADERS.some((name) => req.header(name) !== undefined)
  if (isForwarded || trustProxy) return false
  return LOOPBACK.test(context.env.incoming?.socket.remoteAddress ?? '')
}

function isSameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.byteLength === right.byteLength && timingSafeEqual(left, right)
}
