import {
  type ApiRequest,
  buildRequest,
  type PreparedRequest,
  type Target,
} from './build-request.ts'
import { monotonicNow } from './monotonic-now.ts'

/** A load that was started before the code that needs it. */
interface EarlyRequest {
  /** From `monotonicNow()`. */
  startedAt: number
  response: Promise<Response>
  controller: AbortController
}

/** What isn't needed by then was a wrong guess. */
const MAX_AGE_MS = 10_000

const waiting = new Map<string, EarlyRequest>()

/**
 * Starts a load that the page will probably need. `takeEarlyRequest` returns it. Starts nothing for
 * an id that a URL or a header can't contain: the load itself reports it.
 */
export function startEarlyRequest(target: Target, request: ApiRequest): void {
  const prepared = buildIfPossible(target, request)
  if (!prepared) return
  const key = keyOf(prepared)
  if (waiting.has(key)) return
  const controller = new AbortController()
  const response = fetch(prepared.url, { ...prepared.init, signal: controller.signal })
  response.catch(() => undefined)
  waiting.set(key, { startedAt: monotonicNow(), response, controller })
  setTimeout(() => discard(key), MAX_AGE_MS)
}

/** The same load, if it was started early. Each can be taken once. `signal` aborts it. */
export function takeEarlyRequest(
  request: PreparedRequest,
  signal: AbortSignal,
): Pick<EarlyRequest, 'startedAt' | 'response'> | undefined {
  if (waiting.size === 0) return undefined
  const key = keyOf(request)
  const early = waiting.get(key)
  if (!early) return undefined
  waiting.delete(key)
  signal.addEventListener('abort', () => early.controller.abort())
  return early
}

function buildIfPossible(target: Target, request: ApiRequest): PreparedRequest | undefined {
  try {
    return buildRequest(target, request)
  } catch {
    return undefined
  }
}

function discard(key: string): void {
  const early = waiting.get(key)
  if (!early) return
  waiting.delete(key)
  early.controller.abort()
}

/** Two requests are the same when the service can't tell them apart. */
function keyOf({ url, init }: PreparedRequest): string {
  return JSON.stringify([init.method, url.href, [...init.headers]])
}
