import { randomUUID } from 'node:crypto'
import { createServer, type Server, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { getRequestListener, RequestError } from '@hono/node-server'
import type { ErrorCode } from '#contract/schemas/problem-schema.ts'
import { messages } from '../messages/messages.ts'

/** For a request to arrive whole. */
const REQUEST_TIMEOUT_MS = 10_000
/** Node looks for requests that are too slow this often. */
const CHECK_INTERVAL_MS = 1_000
/** Longer than the usual 60 s of proxies, so that they never reuse a closed connection. */
const KEEP_ALIVE_MS = 75_000

/** Told about what never becomes a request of the app, so that it is in the log and the metrics. */
export type OnRawProblem = (problem: { status: number; code: ErrorCode }) => void

/** Listens for HTTP and answers with the app. What isn't HTTP gets a problem too. */
export function createHttpServer(
  fetch: Parameters<typeof getRequestListener>[0],
  onProblem: OnRawProblem = () => undefined,
  requestTimeoutMs = REQUEST_TIMEOUT_MS,
): Server {
  const timing = {
    requestTimeout: requestTimeoutMs,
    headersTimeout: requestTimeoutMs,
    connectionsCheckingInterval: CHECK_INTERVAL_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
  }
  const errorHandler = (error: unknown) => {
    const problem = error instanceof RequestError ? rawProblem('') : INTERNAL
    onProblem(problem)
    return respondTo(problem)
  }
  const server = createServer(timing, getRequestListener(fetch, { errorHandler }))
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    const problem = rawProblem(error.code)
    onProblem(problem)
    end(socket, problem)
  })
  server.on('checkExpectation', (_, response) => {
    const { status, code, detail } = EXPECTATION_FAILED
    onProblem(EXPECTATION_FAILED)
    response.writeHead(status, headersFor(problemBody(status, code, detail)))
    response.end(problemBody(status, code, detail))
  })
  return server
}

/** For a request target that isn't a URL, such as the * of OPTIONS. */
function respondTo({ status, code, detail }: RawProblem): Response {
  const body = problemBody(status, code, detail)
  return new Response(body, { status, headers: headersFor(body) })
}

interface RawProblem {
  status: number
  code: ErrorCode
  detail: string
}

const EXPECTATION_FAILED: RawProblem = {
  status: 417,
  code: 'expectation_failed',
  detail: messages.problems.expectationFailed,
}

const INTERNAL: RawProblem = {
  status: 500,
  code: 'internal',
  detail: messages.problems.internal,
}

function rawProblem(cause: string | undefined): RawProblem {
  const { headersTooLarge, requestTimedOut, requestMalformed } = messages.problems
  if (cause === 'HPE_HEADER_OVERFLOW') {
    return { status: 431, code: 'headers_too_large', detail: headersTooLarge }
  }
  if (cause === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return { status: 408, code: 'request_timed_out', detail: requestTimedOut }
  }
  return { status: 400, code: 'bad_request', detail: requestMalformed }
}

function end(socket: Duplex, { status, code, detail }: RawProblem): void {
  const body = problemBody(status, code, detail)
  const headers = Object.entries({ ...headersFor(body), Connection: 'close' })
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines}\r\n${body}`)
}

function problemBody(status: number, code: ErrorCode, detail: string): string {
  const title = STATUS_CODES[status] ?? ''
  return JSON.stringify({
    type: 'about:blank',
    title,
    status,
    detail,
    code,
    requestId: randomUUID(),
  })
}

function headersFor(body: string): Record<string, string> {
  return {
    'Content-Type': 'application/problem+json',
    'Content-Length': String(Buffer.byteLength(body)),
    'Cache-Control': 'no-store',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
  }
}
