import {
  ENDPOINTS,
  type EndpointName,
  endpointPath,
  WORKSPACE_HEADER,
} from '#contract/endpoints.ts'
import { readErrorBody } from '#contract/readers/read-error-body.ts'
import { redactSecret } from '#contract/redact.ts'
import { ApiError, type ApiErrorFacts } from './api-error.ts'
import { monotonicNow } from './monotonic-now.ts'

export interface Connection {
  /** Base URL of the service. The secret is sent to no other URL. */
  baseUrl: string
  secret: string
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
  formatError?: 'not JSON' | 'an error without a message'
}

export interface ApiRequest {
  endpoint: EndpointName
  params?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, string>>
  workspaceId?: string
  body?: unknown
  etag?: string | undefined
  /** ETag for the If-Match header: the service applies the write only to this version. */
  ifMatch?: string | undefined
  signal?: AbortSignal | undefined
}

/** A 2xx or 304 response. `json` is undefined when the body is empty or the status is 304. */
export interface ApiResponse {
  status: number
  json: unknown
  etag: string | undefined
  /** From the Link header. [gap G19] */
  hasNextPage: boolean
  /** When the request started, from `monotonicNow()`. */
  requestedAt: number
  /** When the response was complete, from `monotonicNow()`. */
  acknowledgedAt: number
}

/** [gap G20] */
export const READ_TIMEOUT_MS = 15_000
/** Longer than for a GET, because an unknown outcome of a write is worse than a delay. [gap G20] */
export const WRITE_TIMEOUT_MS = 30_000

const MAX_RETRY_AFTER_MS = 10 * 60_000

/**
 * The only place in the app that calls fetch. Each 2xx status is a success [gap G2]; all others
 * throw ApiError, except 304. An aborted request rejects with the reason of its signal.
 */
export async function send(connection: Connection, request: ApiRequest): Promise<ApiResponse> {
  const { url, init, path } = prepareRequest(connection, request)
  const requestedAt = monotonicNow()
  const { response, text } = await exchange(connection, request, url, init, path)
  const { status, headers } = response
  const report = (details: Pick<RawResponse, 'json' | 'formatError'>) => {
    const { endpoint, workspaceId } = request
    connection.onResponse?.({ endpoint, workspaceId, status, headers, ...details })
  }
  if (status === 304) {
    report({ json: undefined })
    const acknowledgedAt = monotonicNow()
    const etag = request.etag
    return { status, json: undefined, etag, hasNextPage: false, requestedAt, acknowledgedAt }
  }
  const facts = { method: init.method, path, status, requestId: requestId(connection, headers) }
  if (!response.ok) {
    const error = httpError(facts, response, text)
    const isWithoutMessage = !error.serverMessage && !error.isWebPage && text.trim() !== ''
    const formatError = isWithoutMessage ? 'an error without a message' : undefined
    report({ json: undefined, ...(formatError ? { formatError } : {}) })
    throw error
  }
  const json = parseJson(text)
  report(json === NOT_JSON ? { json: undefined, formatError: 'not JSON' } : { json })
  if (json === NOT_JSON) throw new ApiError({ ...facts, type: 'unreadable' })
  return {
    status,
    json,
    etag: headers.get('ETag') ?? undefined,
    hasNextPage: /\brel\s*=\s*"?[^",;]*\bnext\b/i.test(headers.get('Link') ?? ''),
    requestedAt,
    acknowledgedAt: monotonicNow(),
  }
}

async function exchange(
  connection: Connection,
  request: ApiRequest,
  url: URL,
  init: RequestInit & { method: string },
  path: string,
): Promise<{ response: Response; text: string }> {
  const { method } = init
  const timeout = AbortSignal.timeout(method === 'GET' ? READ_TIMEOUT_MS : WRITE_TIMEOUT_MS)
  const signal = request.signal ? AbortSignal.any([request.signal, timeout]) : timeout
  try {
    const response = await fetch(url, { ...init, signal })
    // A service may repeat the secret in its response. It must never be on the screen. [gap G1]
    return { response, text: redactSecret(await response.text(), connection.secret) }
  } catch {
    request.signal?.throwIfAborted()
    if (timeout.aborted) throw new ApiError({ type: 'timeout', method, path })
    throw new ApiError({ type: navigator.onLine ? 'network' : 'offline', method, path })
  }
}

function httpError(
  facts: Pick<ApiErrorFacts, 'method' | 'path' | 'status' | 'requestId'>,
  response: Response,
  text: string,
): ApiError {
  const { headers, statusText } = response
  const { message, ...body } = readErrorBody(text, headers.get('Content-Type') ?? '')
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
function prepareRequest(connection: Connection, request: ApiRequest) {
  const { method, path: pattern } = ENDPOINTS[request.endpoint]
  try {
    const path = endpointPath(request.endpoint, request.params)
    const url = new URL(connection.baseUrl)
    url.pathname = url.pathname.replace(/\/$/, '') + path
    for (const [key, value] of Object.entries(request.query ?? {})) {
      url.searchParams.set(key, value)
    }
    const init = {
      method,
      headers: requestHeaders(connection, request),
      body: request.body === undefined ? null : JSON.stringify(request.body),
      redirect: 'error',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
    } as const
    return { path, url, init }
  } catch {
    throw new ApiError({ type: 'not-sent', method, path: pattern })
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

function requestHeaders(connection: Connection, request: ApiRequest): Headers {
  const headers = new Headers({
    Accept: 'application/json',
    Authorization: `Bearer ${connection.secret}`,
  })
  if (request.workspaceId !== undefined) headers.set(WORKSPACE_HEADER, request.workspaceId)
  if (request.body !== undefined) headers.set('Content-Type', 'application/json')
  if (request.ifMatch) headers.set('If-Match', request.ifMatch)
  if (request.etag) headers.set('If-None-Match', request.etag)
  return headers
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
