import { ENDPOINTS, type EndpointName } from '#contract/endpoints.ts'
import type { Board } from '#contract/readers/read-board.ts'
import { readErrorBody } from '#contract/readers/read-error-body.ts'
import { redactSecret } from '#contract/redact.ts'
import { ApiError, type ApiErrorFacts } from './api-error.ts'
import {
  type ApiRequest,
  buildRequest,
  type PreparedRequest,
  type Target,
} from './build-request.ts'
import { takeEarlyRequest } from './early-requests.ts'
import { monotonicNow } from './monotonic-now.ts'
import type { ReadBody, Received, ResponseHead } from './worker-fetch.ts'

export interface Connection extends Target {
  /** Called for each response, including errors and 304. */
  onResponse?: (response: RawResponse) => void
}

/** A response as received, for the search for unrecognized data. */
export interface RawResponse {
  endpoint: EndpointName
  workspaceId: string | undefined
  status: number
  headers: Headers
  /** Body of a 2xx response; undefined when it is empty or not JSON. */
  json: unknown
  /** The text of the body, without secrets. */
  text: string
  /** Of the response. */
  url: string
  /** The unrecognized data, when a worker looks for it. */
  findings?: ReadBody['findings']
  formatError?: 'not JSON' | 'an error without a message'
}

/** A 2xx or 304 response. `json` is undefined when the body is empty or the status is 304. */
export interface ApiResponse {
  status: number
  json: unknown
  /** In place of `json`, when a worker has read it. */
  board?: Board
  etag: string | undefined
  /** Whether the service has waited for a change, or would have. */
  isLive: boolean
  /** From the Link header. [gap G19] */
  hasNextPage: boolean
  /** When the request started, from `monotonicNow()`. */
  requestedAt: number
  /** When the response was complete, from `monotonicNow()`. */
  acknowledgedAt: number
}

/** [gap G20] */
const READ_TIMEOUT_MS = 15_000
/** Longer than for a GET, because an unknown outcome of a write is worse than a delay. [gap G20] */
const WRITE_TIMEOUT_MS = 30_000

const MAX_RETRY_AFTER_MS = 10 * 60_000

/**
 * The only place in the app that calls fetch, besides the early requests and the workers. Each 2xx
 * status is a success [gap G2]; all others throw ApiError, except 304. An aborted request rejects
 * with the reason of its signal.
 */
export async function send(connection: Connection, request: ApiRequest): Promise<ApiResponse> {
  const prepared = prepareRequest(connection, request)
  const { init, path } = prepared
  const { response, body, requestedAt } = await exchange(connection, request, prepared)
  const { status, headers, url } = response
  // A service may repeat the secret in its response. It must never be on the screen. [gap G1]
  const text = 'text' in body ? redactSecret(body.text, connection.secret) : ''
  const report = (details: Pick<RawResponse, 'json' | 'formatError' | 'findings'>) => {
    const { endpoint, workspaceId } = request
    connection.onResponse?.({ endpoint, workspaceId, status, headers, url, text, ...details })
  }
  if (status === 304) {
    report({ json: undefined })
    const acknowledgedAt = monotonicNow()
    const { etag } = request
    return { ...describe(response), json: undefined, etag, requestedAt, acknowledgedAt }
  }
  const facts = { method: init.method, path, status, requestId: requestId(connection, headers) }
  if (!response.ok) {
    const error = httpError(facts, response, text)
    const isWithoutMessage = !error.serverMessage && !error.isWebPage && text.trim() !== ''
    const formatError = isWithoutMessage ? 'an error without a message' : undefined
    report({ json: undefined, ...(formatError ? { formatError } : {}) })
    throw error
  }
  const details = { ...describe(response), requestedAt, acknowledgedAt: monotonicNow() }
  if ('board' in body) {
    report({ json: undefined, findings: body.findings })
    return { ...details, json: undefined, board: body.board }
  }
  const json = parseJson(text)
  report(json === NOT_JSON ? { json: undefined, formatError: 'not JSON' } : { json })
  if (json === NOT_JSON) throw new ApiError({ ...facts, type: 'unreadable' })
  return { ...details, json }
}

function describe({ status, headers }: ResponseHead) {
  return {
    status,
    etag: headers.get('ETag') ?? undefined,
    isLive: headers.has('Preference-Applied'),
    hasNextPage: /\brel\s*=\s*"?[^",;]*\bnext\b/i.test(headers.get('Link') ?? ''),
  }
}

async function exchange(
  connection: Connection,
  request: ApiRequest,
  prepared: PreparedRequest,
): Promise<Received & { requestedAt: number }> {
  const { url, init, path } = prepared
  const { method } = init
  const limit = method === 'GET' ? READ_TIMEOUT_MS : WRITE_TIMEOUT_MS
  const timeout = AbortSignal.timeout(limit + (request.wait ?? 0) * 1_000)
  const signal = request.signal ? AbortSignal.any([request.signal, timeout]) : timeout
  try {
    const early = takeEarlyRequest(prepared, signal)
    const requestedAt = early?.startedAt ?? monotonicNow()
    const received = !early && (await request.workerFetch?.(url, init, connection.secret, signal))
    if (received) return { ...received, requestedAt }
    const response = await (early?.response ?? fetch(url, { ...init, signal }))
    return { response, body: { text: await response.text() }, requestedAt }
  } catch {
    request.signal?.throwIfAborted()
    if (timeout.aborted) throw new ApiError({ type: 'timeout', method, path })
    throw new ApiError({ type: navigator.onLine ? 'network' : 'offline', method, path })
  }
}

function httpError(
  facts: Pick<ApiErrorFacts, 'method' | 'path' | 'status' | 'requestId'>,
  response: ResponseHead,
  text: string,
): ApiError {
  const { headers, statusText } = response
  const contentType = headers.get('Content-Type') ?? ''
  const { message = '', ...body } = readErrorBody(text, contentType) ?? {}
  const retryAfter = readRetryAfter(headers.get('Retry-After'), Date.now())
  return new ApiError({
    ...facts,
    ...body,
    type: 'http',
    statusText,
    serverMessage: message,
    retryAfter,
  })
}

function requestId(connection: Connection, headers: Headers): string | undefined {
  return redactSecret(headers.get('X-Request-Id') ?? '', connection.secret) || undefined
}

/**
 * Throws ApiError for an id that a URL or a header can't contain, such as a line break or a lone
 * surrogate.
 */
function prepareRequest(connection: Connection, request: ApiRequest): PreparedRequest {
  try {
    return buildRequest(connection, request)
  } catch {
    const { method, path } = ENDPOINTS[request.endpoint]
    throw new ApiError({ type: 'not-sent', method, path })
  }
}

/** Milliseconds from a Retry-After header (seconds or a date), at most 10 minutes. [gap G19] */
export function readRetryAfter(header: string | null, now: number): number | undefined {
  if (!header) return undefined
  const isSeconds = /^\s*\d+\s*$/.test(header)
  const delayMs = isSeconds ? Number(header) * 1_000 : Date.parse(header) - now
  const isValid = Number.isFinite(delayMs) && delayMs >= 0
  return isValid ? Math.min(delayMs, MAX_RETRY_AFTER_MS) : undefined
}

const NOT_JSON = Symbol('not JSON')

function parseJson(text: string): unknown {
  if (!text.trim()) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return NOT_JSON
  }
}
