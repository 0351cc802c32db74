import { ENDPOINTS, type EndpointName, endpointPath, WORKSPACE_HEADER } from '#contract/endpoints.ts'
import { readErrorBody } from '#contract/error-body.ts'
import { redacted } from '#contract/redact.ts'
import { ApiError, type ApiErrorFacts } from './api-error.ts'
import { instant } from './instant.ts'

/** Where requests go and with which key. */
export interface Connection {
  /** Base address of the service; the key is sent nowhere else. */
  baseUrl: string
  secret: string
  /** Sees every answer. */
  onAnswer?: (answer: RawAnswer) => void
}

/** An answer as it came, for whoever looks at what this app made nothing of. */
export interface RawAnswer {
  endpoint: EndpointName
  workspaceId: string | undefined
  status: number
  headers: Headers
  /** The body of a success; undefined when it was empty, or no JSON. */
  json: unknown
  /** What was wrong with the answer as a whole, when something was. */
  fault?: 'not JSON' | 'an error without words'
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
  /** Its Link header names a next page. [gap G19] */
  hasNext: boolean
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
  const { endpoint } = outgoing
  const { method } = ENDPOINTS[endpoint]
  const { path, request } = prepare(connection, outgoing)
  const fail = (facts: Omit<ApiErrorFacts, 'method' | 'path'>) => new ApiError({ method, path, ...facts })
  const timeout = AbortSignal.timeout(method === 'GET' ? READ_TIMEOUT : WRITE_TIMEOUT)
  const signal = outgoing.signal ? AbortSignal.any([outgoing.signal, timeout]) : timeout
  const requestedAt = instant()
  let response: Response
  let text: string
  try {
    response = await fetch(request.url, { ...request.init, signal })
    // A service may repeat the key it was given: it must not come onto the screen. [gap G1]
    text = redacted(await response.text(), connection.secret)
  } catch {
    outgoing.signal?.throwIfAborted()
    if (timeout.aborted) throw fail({ kind: 'timeout', status: 0, words: 'The board service did not answer in time.' })
    throw fail({ kind: 'network', status: 0, words: networkWords() })
  }
  const { status, headers } = response
  const note = (more: Pick<RawAnswer, 'json' | 'fault'>) =>
    connection.onAnswer?.({ endpoint, workspaceId: outgoing.workspaceId, status, headers, ...more })
  const requestId = redacted(headers.get('X-Request-Id') ?? '', connection.secret) || undefined
  if (status === 304) {
    note({ json: undefined })
    return { status, json: undefined, etag: outgoing.etag, hasNext: false, requestedAt, answeredAt: instant() }
  }
  if (!response.ok) {
    const { words, isPage, ...rest } = readErrorBody(text, headers.get('Content-Type') ?? '')
    note({ json: undefined, ...(words === '' && text.trim() !== '' ? { fault: 'an error without words' } : {}) })
    throw fail({
      kind: 'http',
      status,
      words:
        (words && isPage ? `${words} It answered with a web page and status ${status}.` : words) ||
        response.statusText ||
        `The board service answered with status ${status}.`,
      spoken: words !== '',
      requestId,
      retryAfter: readRetryAfter(headers.get('Retry-After'), Date.now()),
      ...rest,
    })
  }
  const json = readJson(text)
  note(json === NO_JSON ? { json: undefined, fault: 'not JSON' } : { json })
  if (json === NO_JSON) throw fail({ kind: 'unreadable', status, words: NOT_THE_SERVICE, requestId })
  const etag = headers.get('ETag') ?? undefined
  const hasNext = /\brel\s*=\s*"?[^",;]*\bnext\b/i.test(headers.get('Link') ?? '')
  return { status, json, etag, hasNext, requestedAt, answeredAt: instant() }
}

/**
 * The request, ready to go. An id that no path or header can carry (a line end, half a character) is refused here, as
 * the service would have to: nothing was sent.
 */
function prepare(
  connection: Connection,
  outgoing: Outgoing,
): { path: string; request: { url: URL; init: RequestInit } } {
  const { method, path: pattern } = ENDPOINTS[outgoing.endpoint]
  try {
    const path = endpointPath(outgoing.endpoint, outgoing.params)
    const url = new URL(connection.baseUrl)
    url.pathname = url.pathname.replace(/\/$/, '') + path
    for (const [key, value] of Object.entries(outgoing.query ?? {})) url.searchParams.set(key, value)
    const init: RequestInit = {
      method,
      headers: headersOf(connection, outgoing),
      body: outgoing.body === undefined ? null : JSON.stringify(outgoing.body),
      redirect: 'error',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
    }
    return { path, request: { url, init } }
  } catch {
    const words = 'The service gave this an id that cannot be sent back to it, so nothing was sent.'
    throw new ApiError({ kind: 'http', method, path: pattern, status: 0, words })
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

const NO_JSON = Symbol('no JSON')

function readJson(text: string): unknown {
  if (!text.trim()) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return NO_JSON
  }
}

/** A bare network failure has no cause in a browser: name the ones a person can check. [gap G25] */
function networkWords(): string {
  return navigator.onLine
    ? 'The board service cannot be reached: it may be down, its address wrong, or it does not allow this page’s origin.'
    : 'You are offline.'
}
