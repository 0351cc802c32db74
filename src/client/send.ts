import { ENDPOINTS, type EndpointName, endpointPath, WORKSPACE_HEADER } from '#contract/endpoints.ts'
import { readErrorBody } from '#contract/error-body.ts'
import { ApiError, type ApiErrorFacts } from './api-error.ts'
import { instant } from './instant.ts'

/** Where requests go and with which key. */
export interface Connection {
  /** Base address of the service; the key is sent nowhere else. */
  baseUrl: string
  secret: string
  /** Sees the headers of every answer. */
  onHeaders?: (headers: Headers) => void
}

/** One request. */
export interface Outgoing {
  endpoint: EndpointName
  params?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, string>>
  workspaceId?: string
  body?: unknown
  etag?: string | undefined
  /** Sent as If-Match: the write is wanted only while this version is the present one. */
  ifMatch?: string | undefined
  signal?: AbortSignal | undefined
}

/** A successful answer. `json` is undefined when the body was empty or the status is 304. */
export interface Answer {
  status: number
  json: unknown
  etag: string | undefined
  /** When the request was started, see instant(). */
  requestedAt: number
  /** When the answer had been read. */
  answeredAt: number
}

/** Time-outs in milliseconds. [gap G20] */
export const READ_TIMEOUT = 15_000
/** A write is given longer: not knowing what became of it is worse than waiting. [gap G20] */
export const WRITE_TIMEOUT = 30_000

const LONGEST_WAIT = 10 * 60_000

/**
 * Sends one request of the interface: the only fetch of the page. All 2xx are success [gap G2]; everything else
 * throws an ApiError. A cancelled request rejects with its signal's reason.
 */
export async function send(connection: Connection, outgoing: Outgoing): Promise<Answer> {
  const { method } = ENDPOINTS[outgoing.endpoint]
  const path = endpointPath(outgoing.endpoint, outgoing.params)
  const url = new URL(connection.baseUrl)
  url.pathname = url.pathname.replace(/\/$/, '') + path
  for (const [key, value] of Object.entries(outgoing.query ?? {})) url.searchParams.set(key, value)
  const fail = (facts: Omit<ApiErrorFacts, 'method' | 'path'>) => new ApiError({ method, path, ...facts })
  const timeout = AbortSignal.timeout(method === 'GET' ? READ_TIMEOUT : WRITE_TIMEOUT)
  const signal = outgoing.signal ? AbortSignal.any([outgoing.signal, timeout]) : timeout
  const requestedAt = instant()
  let response: Response
  let text: string
  try {
    response = await fetch(url, {
      method,
      headers: headersOf(connection, outgoing),
      body: outgoing.body === undefined ? null : JSON.stringify(outgoing.body),
      redirect: 'error',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
      signal,
    })
    text = await response.text()
  } catch {
    outgoing.signal?.throwIfAborted()
    if (timeout.aborted) throw fail({ kind: 'timeout', status: 0, words: 'The board service did not answer in time.' })
    throw fail({ kind: 'network', status: 0, words: networkWords() })
  }
  connection.onHeaders?.(response.headers)
  const requestId = response.headers.get('X-Request-Id') ?? undefined
  if (response.status === 304) {
    return { status: 304, json: undefined, etag: outgoing.etag, requestedAt, answeredAt: instant() }
  }
  if (!response.ok) {
    const { words, ...rest } = readErrorBody(text, response.headers.get('Content-Type') ?? '')
    throw fail({
      kind: 'http',
      status: response.status,
      words: words || response.statusText || `The board service answered with status ${response.status}.`,
      spoken: words !== '',
      requestId,
      retryAfter: readRetryAfter(response.headers.get('Retry-After'), Date.now()),
      ...rest,
    })
  }
  return {
    status: response.status,
    json: readJson(text, () =>
      fail({ kind: 'unreadable', status: response.status, words: NOT_THE_SERVICE, requestId }),
    ),
    etag: response.headers.get('ETag') ?? undefined,
    requestedAt,
    answeredAt: instant(),
  }
}

/** What is said when an answer is not the interface's. */
export const NOT_THE_SERVICE = 'This does not look like the board service: its answer could not be read.'

/** Milliseconds to wait from a Retry-After header, in seconds or as a date; undefined when absent or absurd. [gap G19] */
export function readRetryAfter(header: string | null, now: number): number | undefined {
  if (!header) return undefined
  const wait = /^\s*\d+\s*$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - now
  return Number.isFinite(wait) && wait >= 0 ? Math.min(wait, LONGEST_WAIT) : undefined
}

function headersOf(connection: Connection, outgoing: Outgoing): Headers {
  const headers = new Headers({ Accept: 'application/json', Authorization: `Bearer ${connection.secret}` })
  if (outgoing.workspaceId !== undefined) headers.set(WORKSPACE_HEADER, outgoing.workspaceId)
  if (outgoing.body !== undefined) headers.set('Content-Type', 'application/json')
  if (outgoing.ifMatch) headers.set('If-Match', outgoing.ifMatch)
  if (outgoing.etag) headers.set('If-None-Match', outgoing.etag)
  return headers
}

function readJson(text: string, unreadable: () => ApiError): unknown {
  if (!text.trim()) return undefined
  try {
    return JSON.parse(text)
  } catch {
    throw unreadable()
  }
}

/** A bare network failure has no cause in a browser: name the ones a person can check. [gap G25] */
function networkWords(): string {
  return navigator.onLine
    ? 'The board service cannot be reached: it may be down, its address wrong, or it does not allow this page’s origin.'
    : 'You are offline.'
}
