import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { ENDPOINTS, endpointPath, matchEndpoint, methodsAt } from '#contract/endpoints.ts'
import { Problem, problemResponse } from './problem.ts'
import { boundedText } from './read-body.ts'

/** Where the proxy sends to and how long it waits, in milliseconds. */
export interface ProxyOptions {
  target: URL
  connectTimeout?: number
  answerTimeout?: number
  /** Largest answer that is passed on, in bytes. */
  maxAnswer?: number
}

const REQUEST_HEADERS = [
  'authorization',
  'x-service-workspace',
  'content-type',
  'accept',
  'if-match',
  'if-none-match',
] as const
const ANSWER_HEADERS = ['etag', 'retry-after', 'x-request-id', 'deprecation', 'sunset', 'link'] as const
const REDIRECTS = new Set([301, 302, 303, 307, 308])

/**
 * Passes the interface's endpoints, and nothing else, on to another board service. The target is the operator's alone;
 * the path is rebuilt from its parsed parts; headers go by allow-list in both directions; redirects are never
 * followed, because they would carry the key elsewhere.
 */
export function createProxy(options: ProxyOptions): { fetch: (request: Request) => Promise<Response> } {
  return {
    fetch: async (request) => {
      const requestId = crypto.randomUUID()
      try {
        return await forward(request, options)
      } catch (error) {
        const problem =
          error instanceof Problem ? error : new Problem(500, 'internal', 'The proxy failed on this request.')
        return problemResponse(problem, requestId)
      }
    },
  }
}

async function forward(request: Request, options: ProxyOptions): Promise<Response> {
  const url = new URL(request.url)
  const endpoint = matchEndpoint(request.method, url.pathname)
  if (!endpoint) {
    const methods = methodsAt(url.pathname)
    if (methods.length === 0) throw new Problem(404, 'not_found', 'There is nothing at this path.')
    throw new Problem(405, 'method_not_allowed', `Use ${methods.join(' or ')} here.`, {}, { Allow: methods.join(', ') })
  }
  const target = new URL(options.target)
  target.pathname = target.pathname.replace(/\/$/, '') + endpointPath(endpoint.name, endpoint.params)
  const projectId = endpoint.name === 'board' ? url.searchParams.get('projectId') : null
  if (projectId !== null) target.searchParams.set('projectId', projectId)
  const hasBody = ENDPOINTS[endpoint.name].method === 'POST' || ENDPOINTS[endpoint.name].method === 'PATCH'
  const body = hasBody ? Buffer.from(await boundedText(request)) : undefined
  const headers: Record<string, string> = { 'accept-encoding': 'identity' }
  for (const name of REQUEST_HEADERS) {
    const value = request.headers.get(name)
    if (value !== null) headers[name] = value
  }
  if (body) headers['content-length'] = String(body.byteLength)
  return exchange({ target, method: request.method, headers, body }, options)
}

interface Outgoing {
  target: URL
  method: string
  headers: Record<string, string>
  body: Buffer | undefined
}

function exchange({ target, method, headers, body }: Outgoing, options: ProxyOptions): Promise<Response> {
  return new Promise((resolve, reject) => {
    const send = target.protocol === 'https:' ? httpsRequest : httpRequest
    const outgoing = send(target, { method, headers })
    const fail = (problem: Problem) => {
      clearTimeout(connecting)
      clearTimeout(answering)
      outgoing.destroy()
      reject(problem)
    }
    const timedOut = (what: string) =>
      fail(new Problem(504, 'upstream_timed_out', `The board service did not ${what} in time.`))
    const connecting = setTimeout(() => timedOut('accept the connection'), options.connectTimeout ?? 3_000)
    const answering = setTimeout(() => timedOut('answer'), options.answerTimeout ?? 15_000)
    outgoing.on('socket', (socket) => {
      if (!socket.connecting) clearTimeout(connecting)
      socket.once(target.protocol === 'https:' ? 'secureConnect' : 'connect', () => clearTimeout(connecting))
    })
    outgoing.on('error', () =>
      fail(new Problem(502, 'upstream_unreachable', 'The board service cannot be reached from here.')),
    )
    outgoing.on('response', (incoming) => {
      readAnswer(incoming, options.maxAnswer ?? 32 * 1024 * 1024).then((response) => {
        clearTimeout(connecting)
        clearTimeout(answering)
        resolve(response)
      }, fail)
    })
    outgoing.end(body)
  })
}

async function readAnswer(incoming: IncomingMessage, maxAnswer: number): Promise<Response> {
  const status = incoming.statusCode ?? 502
  if (REDIRECTS.has(status)) {
    throw new Problem(
      502,
      'upstream_redirected',
      'The board service answered with a redirect, which is never followed. Check the --service address.',
    )
  }
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of incoming) {
      size += chunk.length
      if (size > maxAnswer) break
      chunks.push(chunk)
    }
  } catch {
    throw new Problem(502, 'upstream_unreadable', 'The board service broke off in the middle of its answer.')
  }
  if (size > maxAnswer)
    throw new Problem(502, 'upstream_unreadable', 'The board service sent an answer that is too large.')
  const headers = new Headers({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' })
  for (const name of ANSWER_HEADERS) {
    const value = incoming.headers[name]
    if (typeof value === 'string') headers.set(name, value)
  }
  const type = incoming.headers['content-type'] ?? ''
  headers.set('Content-Type', /^application\/([\w.+-]+\+)?json\b/i.test(type) ? type : 'text/plain; charset=utf-8')
  const bodyless = status === 204 || status === 205 || status === 304
  if (status < 200 || status > 599)
    throw new Problem(502, 'upstream_unreadable', 'The board service answered with no usable status.')
  return new Response(bodyless ? null : Buffer.concat(chunks), { status, headers })
}
