import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { ENDPOINTS, endpointPath, matchEndpoint } from '#contract/endpoints.ts'
import { messages } from '#service/messages.ts'
import { Problem, problemResponse } from '../http/problem.ts'
import { BODY_LIMIT, unroutable } from '../http/request-rules.ts'

export interface ProxyOptions {
  target: URL
  connectTimeoutMs?: number
  responseTimeoutMs?: number
  maxResponseBytes?: number
}

const REQUEST_HEADERS = [
  'authorization',
  'x-service-workspace',
  'content-type',
  'accept',
  'if-match',
  'if-none-match',
] as const
const RESPONSE_HEADERS = [
  'etag',
  'retry-after',
  'x-request-id',
  'deprecation',
  'sunset',
  'link',
] as const
const REDIRECTS = new Set([301, 302, 303, 307, 308])

/**
 * Forwards only the endpoints of the API to another board service. Only the operator sets the
 * target. The path is rebuilt from its parsed segments, and headers pass an allowlist in both
 * directions. Redirects are never followed, because they would send the key to another host.
 */
export function createProxy(options: ProxyOptions) {
  const app = new Hono()
  app.onError((error) => {
    const isProblem = error instanceof Problem
    const problem = isProblem ? error : new Problem(500, 'internal', messages.proxy.internal)
    return problemResponse(problem, crypto.randomUUID())
  })
  app.all('*', bodyLimit(BODY_LIMIT), (context) => forward(context.req.raw, options))
  return app
}

async function forward(request: Request, options: ProxyOptions): Promise<Response> {
  const url = new URL(request.url)
  const endpoint = matchEndpoint(request.method, url.pathname)
  if (!endpoint) throw unroutable(url.pathname)
  const target = new URL(options.target)
  target.pathname =
    target.pathname.replace(/\/$/, '') + endpointPath(endpoint.name, endpoint.params)
  const projectId = endpoint.name === 'board' ? url.searchParams.get('projectId') : null
  if (projectId !== null) target.searchParams.set('projectId', projectId)
  const hasBody =
    ENDPOINTS[endpoint.name].method === 'POST' || ENDPOINTS[endpoint.name].method === 'PATCH'
  const body = hasBody ? Buffer.from(await request.arrayBuffer()) : undefined
  const headers: Record<string, string> = { 'accept-encoding': 'identity' }
  for (const name of REQUEST_HEADERS) {
    const value = request.headers.get(name)
    if (value !== null) headers[name] = value
  }
  if (body) headers['content-length'] = String(body.byteLength)
  return sendUpstream({ target, method: request.method, headers, body }, options)
}

interface UpstreamRequest {
  target: URL
  method: string
  headers: Record<string, string>
  body: Buffer | undefined
}

function sendUpstream(
  { target, method, headers, body }: UpstreamRequest,
  options: ProxyOptions,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const send = target.protocol === 'https:' ? httpsRequest : httpRequest
    const outgoing = send(target, { method, headers })
    const fail = (problem: Problem) => {
      clearTimeout(connectTimer)
      clearTimeout(responseTimer)
      outgoing.destroy()
      reject(problem)
    }
    const failOnTimeout = (detail: string) => fail(new Problem(504, 'upstream_timed_out', detail))
    const connectTimer = setTimeout(
      () => failOnTimeout(messages.proxy.connectTimedOut),
      options.connectTimeoutMs ?? 3_000,
    )
    const responseTimer = setTimeout(
      () => failOnTimeout(messages.proxy.responseTimedOut),
      options.responseTimeoutMs ?? 15_000,
    )
    outgoing.on('socket', (socket) => {
      if (!socket.connecting) clearTimeout(connectTimer)
      socket.once(target.protocol === 'https:' ? 'secureConnect' : 'connect', () =>
        clearTimeout(connectTimer),
      )
    })
    outgoing.on('error', () =>
      fail(new Problem(502, 'upstream_unreachable', messages.proxy.unreachable)),
    )
    outgoing.on('response', (incoming) => {
      readResponse(incoming, options.maxResponseBytes ?? 32 * 1024 * 1024).then((response) => {
        clearTimeout(connectTimer)
        clearTimeout(responseTimer)
        resolve(response)
      }, fail)
    })
    outgoing.end(body)
  })
}

async function readResponse(incoming: IncomingMessage, maxBytes: number): Promise<Response> {
  const status = incoming.statusCode ?? 502
  if (REDIRECTS.has(status)) {
    throw new Problem(502, 'upstream_redirected', messages.proxy.redirected)
  }
  const body = await readBody(incoming, maxBytes)
  const headers = new Headers({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' })
  for (const name of RESPONSE_HEADERS) {
    const value = incoming.headers[name]
    if (typeof value === 'string') headers.set(name, value)
  }
  const type = incoming.headers['content-type'] ?? ''
  headers.set(
    'Content-Type',
    /^application\/([\w.+-]+\+)?json\b/i.test(type) ? type : 'text/plain; charset=utf-8',
  )
  const hasNoBody = status === 204 || status === 205 || status === 304
  if (status < 200 || status > 599) {
    throw new Problem(502, 'upstream_unreadable', messages.proxy.invalidStatus)
  }
  return new Response(hasNoBody ? null : body, { status, headers })
}

async function readBody(incoming: IncomingMessage, maxBytes: number): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of incoming) {
      size += chunk.length
      if (size > maxBytes) break
      chunks.push(chunk)
    }
  } catch {
    throw new Problem(502, 'upstream_unreadable', messages.proxy.connectionClosed)
  }
  if (size > maxBytes) {
    throw new Problem(502, 'upstream_unreadable', messages.proxy.responseTooLarge)
  }
  return Buffer.concat(chunks)
}
