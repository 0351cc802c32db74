import { createHash, randomUUID } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { ENDPOINTS, type EndpointName, endpointPath, matchEndpoint } from '#contract/endpoints.ts'
import { Problem, problemResponse } from '../http/problem.ts'
import type { RequestRecord } from '../http/request-record.ts'
import { limitBody, unroutable } from '../http/request-rules.ts'
import { streamBody } from '../http/stream-body.ts'
import { preferredWait } from '../live/preferred-wait.ts'
import { messages } from '../messages/messages.ts'
import { createUpstream, type Upstream, type UpstreamOptions } from './upstream.ts'

export interface ProxyOptions extends UpstreamOptions {
  /** Called for errors of the proxy itself. */
  onFault?: (requestId: string, error: unknown) => void
}

interface ProxyEnv {
  Bindings: { requestId?: string; record?: RequestRecord }
}

const REQUEST_HEADERS = [
  'authorization',
  'x-service-workspace',
  'content-type',
  'accept',
  'if-match',
  'if-none-match',
  'prefer',
] as const
/** Deprecation, Sunset, and Link tell that the interface or a list ends. [gap G19] [gap G24] */
const RESPONSE_HEADERS = [
  'etag',
  'retry-after',
  'x-request-id',
  'deprecation',
  'sunset',
  'link',
  'location',
  'preference-applied',
] as const

/** Ids are short text: no separator, dot segment, or control character in any encoding. */
const SAFE_ID = /^[\w.~@:+-]{1,200}$/

/**
 * Forwards only the endpoints of the API to another board service. Only the operator sets the
 * target. The path is rebuilt from its parsed segments, and headers pass an allowlist in both
 * directions.
 */
export function createProxy(options: ProxyOptions) {
  const upstream = createUpstream(options)
  const app = new Hono<ProxyEnv>()
  app.onError((error, context) => {
    const requestId = context.env?.requestId ?? randomUUID()
    const isProblem = error instanceof Problem
    const problem = isProblem ? error : new Problem(500, 'internal', messages.proxy.internal)
    if (problem.status >= 500) options.onFault?.(requestId, error)
    const record = context.env?.record
    if (record) record.code = problem.code
    return problemResponse(problem, requestId)
  })
  // The path is checked first: a large body for an unknown path is not read.
  app.use(async (context, next) => {
    findEndpoint(context)
    return next()
  })
  app.all('*', limitBody, (context) => forward(context, upstream))
  return Object.assign(app, {
    checkReady: upstream.checkReady,
    waiting: upstream.waiting,
    stop: upstream.stop,
    close: upstream.close,
  })
}

function findEndpoint(context: Context<ProxyEnv>) {
  const { method } = context.req
  const { pathname } = new URL(context.req.url)
  const endpoint = matchEndpoint(method === 'HEAD' ? 'GET' : method, pathname)
  if (!endpoint) throw unroutable(pathname)
  if (!Object.values(endpoint.params).every((id) => SAFE_ID.test(id))) throw unroutable('')
  return endpoint
}

async function forward(context: Context<ProxyEnv>, upstream: Upstream): Promise<Response> {
  const request = context.req.raw
  const { name, params } = findEndpoint(context)
  const isWrite = ENDPOINTS[name].method !== 'GET'
  const hasBody = ENDPOINTS[name].method === 'POST' || ENDPOINTS[name].method === 'PATCH'
  const response = await upstream.send({
    method: request.method === 'HEAD' ? 'GET' : ENDPOINTS[name].method,
    path: endpointPath(name, params),
    query: queryOf(name, context),
    headers: pickHeaders(request),
    key: keyOf(request),
    body: hasBody ? new Uint8Array(await request.arrayBuffer()) : undefined,
    isWrite,
    waitSeconds: waitSecondsOf(name, request),
    signal: request.signal,
  })
  if (response.headers['preference-applied'] !== undefined) {
    Object.assign(context.env?.record ?? {}, { hasWaited: true })
  }
  const headers = responseHeaders(response.headers)
  const { status, body, release } = response
  if ([204, 205, 304].includes(status) || request.method === 'HEAD') {
    release()
    return new Response(null, { status, headers })
  }
  const length = body.reduce((sum, { byteLength }) => sum + byteLength, 0)
  headers.set('Content-Length', String(length))
  return new Response(streamBody(body, release), { status, headers })
}

const QUERY_NAMES: Partial<Record<EndpointName, readonly string[]>> = {
  board: ['projectId'],
  boardActivity: ['projectId', 'since', 'before'],
}

function queryOf(name: EndpointName, context: Context<ProxyEnv>): Record<string, string> {
  const sent = (QUERY_NAMES[name] ?? []).map((field) => [field, context.req.query(field)] as const)
  return Object.fromEntries(
    sent.flatMap(([field, value]) => (value === undefined ? [] : [[field, value]])),
  )
}

/** Only a load of a known version waits. */
function waitSecondsOf(name: EndpointName, { headers }: Request): number | undefined {
  const mayWait = name === 'board' && headers.has('If-None-Match')
  return mayWait ? preferredWait(headers.get('Prefer') ?? '') : undefined
}

/** For shares of memory and connections: requests without a key share one. */
function keyOf(request: Request): string {
  const authorization = request.headers.get('Authorization') ?? ''
  return createHash('sha256').update(authorization).digest('base64')
}

function pickHeaders(request: Request): Record<string, string> {
  const headers: Record<string, string> = { 'accept-encoding': 'identity' }
  for (const name of REQUEST_HEADERS) {
    const value = request.headers.get(name)
    if (value !== null) headers[name] = value
  }
  return headers
}

function responseHeaders(upstream: Readonly<Record<string, string | undefined>>): Headers {
  const headers = new Headers({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' })
  for (const name of RESPONSE_HEADERS) {
    const value = upstream[name]
    if (value !== undefined) headers.set(name, value)
  }
  headers.set('Content-Type', safeContentType(upstream['content-type'] ?? ''))
  return headers
}

/** Never the upstream's own text: a list of types could make a browser run it. */
function safeContentType(type: string): string {
  if (/^application\/problem\+json\b/i.test(type)) return 'application/problem+json'
  if (/^application\/([\w.+-]+\+)?json\b/i.test(type)) return 'application/json'
  return 'text/plain; charset=utf-8'
}
