import { Agent, type Dispatcher, errors, request as undiciRequest } from 'undici'
import { Problem } from '../http/problem.ts'
import { DEFAULT_MAX_WAITING } from '../live/board-watchers.ts'
import { messages } from '../messages/messages.ts'
import { codeOf, explain, tooBusy, unreadable } from './upstream-problems.ts'

export interface UpstreamOptions {
  target: URL
  connectTimeoutMs?: number
  /** For a load. */
  responseTimeoutMs?: number
  writeTimeoutMs?: number
  maxResponseBytes?: number
  /** Of all responses that are in memory at the same time. */
  maxTotalBytes?: number
  maxRequests?: number
  /** Requests that wait for a change: they have no part in `maxRequests`. */
  maxWaiting?: number
  /** Parts of these limits that one key can have: from 0 to 1. */
  keyShare?: number
}

interface UpstreamRequest {
  method: Dispatcher.HttpMethod
  /** Begins with /v1; it comes after the path of the target. */
  path: string
  query: Readonly<Record<string, string>>
  headers: Record<string, string>
  /** Stands for the API key: each key has its share. */
  key: string
  body: Uint8Array | undefined
  isWrite: boolean
  /** How long the upstream may wait for a change before it answers; undefined for at once. */
  waitSeconds: number | undefined
  /** Ends when the client leaves. */
  signal: AbortSignal
}

interface UpstreamResponse {
  status: number
  headers: Readonly<Record<string, string | undefined>>
  /** In the pieces in which it came: putting them together would hold it twice. */
  body: readonly Uint8Array[]
}

/** A response whose body counts against `maxTotalBytes` until it is released. */
interface HeldResponse extends UpstreamResponse {
  /** To be called when nobody needs the body any more. */
  release: () => void
}

export interface Upstream {
  /** Throws a Problem that says what failed. */
  send: (request: UpstreamRequest) => Promise<HeldResponse>
  /** Throws a Problem when no response comes at all. */
  checkReady: () => Promise<void>
  /** Requests that wait for a change. */
  waiting: () => number
  /** Ends what waits for a change. */
  stop: () => void
  close: () => Promise<void>
}

const MIB = 1024 * 1024
/** As many as in our service for one board. */
const MAX_WAITING_PER_KEY = 20
/** Beyond the time that the upstream waits. */
const WAIT_MARGIN_MS = 10_000
const REDIRECTS = [300, 301, 302, 303, 305, 306, 307, 308]

/**
 * Sends requests to another board service. Redirects are never followed: they would leak the key.
 */
export function createUpstream(options: UpstreamOptions): Upstream {
  const { target, maxRequests = 64, maxResponseBytes = 32 * MIB } = options
  const { maxTotalBytes = 128 * MIB } = options
  const connect = { timeout: options.connectTimeoutMs ?? 3_000 }
  const agent = new Agent({ connect, connections: maxRequests, pipelining: 1 })
  const waitingAgent = new Agent({ connect, pipelining: 1 })
  /** Never reuses a connection. */
  const freshAgent = new Agent({ connect, pipelining: 0 })
  const { keyShare = 0.25 } = options
  const { maxWaiting = DEFAULT_MAX_WAITING } = options
  const all = { running: 0, waiting: 0, heldBytes: 0 }
  const shares = new Map<string, typeof all>()

  /** Without a place to wait, the answer comes at once. */
  const send = async (outgoing: UpstreamRequest): Promise<HeldResponse> => {
    const own = shares.get(outgoing.key)?.waiting ?? 0
    const hasPlace = all.waiting < maxWaiting && own < MAX_WAITING_PER_KEY
    const isWaiting = outgoing.waitSeconds !== undefined && hasPlace
    if (!isWaiting) return sendNow(withoutWait(outgoing), 1)
    return sendNow(outgoing, 0)
  }

  /** `places`: how many of `maxRequests` it takes. */
  const sendNow = async (outgoing: UpstreamRequest, places: number): Promise<HeldResponse> => {
    const share = shares.get(outgoing.key) ?? { running: 0, waiting: 0, heldBytes: 0 }
    shares.set(outgoing.key, share)
    const isFull = (used: typeof all, part: number) =>
      (places > 0 && used.running >= maxRequests * part) || used.heldBytes >= maxTotalBytes * part
    if (isFull(all, 1) || isFull(share, keyShare)) throw tooBusy()
    const waits = 1 - places
    for (const used of [all, share]) {
      used.running += places
      used.waiting += waits
    }
    let ownBytes = 0
    const hold = (bytes: number) => {
      ownBytes += bytes
      for (const used of [all, share]) used.heldBytes += bytes
      if (ownBytes > maxResponseBytes) throw unreadable(messages.proxy.responseTooLarge)
      // A key that has nothing else can get one response of any size.
      const isOver = share.heldBytes > maxTotalBytes * keyShare && share.heldBytes > ownBytes
      if (all.heldBytes > maxTotalBytes || isOver) throw tooBusy()
    }
    const forget = () => {
      const isUsed = share.running > 0 || share.waiting > 0 || share.heldBytes > 0
      if (!isUsed && shares.get(outgoing.key) === share) shares.delete(outgoing.key)
    }
    const release = () => {
      for (const used of [all, share]) used.heldBytes -= ownBytes
      ownBytes = 0
      forget()
    }
    try {
      return { ...(await exchange(outgoing, hold)), release }
    } catch (error) {
      release()
      throw error
    } finally {
      for (const used of [all, share]) {
        used.running -= places
        used.waiting -= waits
      }
      forget()
    }
  }

  const exchange = async (
    outgoing: UpstreamRequest,
    hold: (bytes: number) => void,
  ): Promise<UpstreamResponse> => {
    const limit = outgoing.isWrite
      ? (options.writeTimeoutMs ?? 30_000)
      : (options.responseTimeoutMs ?? 15_000)
    const { waitSeconds } = outgoing
    const waitMs = waitSeconds === undefined ? 0 : waitSeconds * 1_000 + WAIT_MARGIN_MS
    const timeout = AbortSignal.timeout(Math.max(limit, waitMs))
    const signal = AbortSignal.any([outgoing.signal, timeout])
    try {
      const response = await requestOnce(outgoing, signal)
      return await readResponse(response, hold)
    } catch (error) {
      throw explain(error, timeout.aborted)
    }
  }

  /** A GET on a reused connection that the upstream has closed is sent again. */
  const requestOnce = async (outgoing: UpstreamRequest, signal: AbortSignal) => {
    try {
      const isWaiting = outgoing.waitSeconds !== undefined
      return await dispatch(outgoing, signal, isWaiting ? waitingAgent : agent)
    } catch (error) {
      const isDropped = error instanceof errors.SocketError || codeOf(error) === 'ECONNRESET'
      if (!isDropped || outgoing.isWrite || signal.aborted) throw error
      return dispatch(outgoing, signal, freshAgent)
    }
  }

  const dispatch = (outgoing: UpstreamRequest, signal: AbortSignal, dispatcher: Agent) => {
    const url = new URL(target)
    url.pathname = url.pathname.replace(/\/$/, '') + outgoing.path
    for (const [name, value] of Object.entries(outgoing.query)) url.searchParams.set(name, value)
    const { method, headers, body } = outgoing
    return undiciRequest(url, { dispatcher, method, headers, body: body ?? null, signal })
  }

  const checkReady = async () => {
    const signal = AbortSignal.timeout(5_000)
    const probe = { method: 'GET', path: '/v1/me', query: {}, headers: {}, key: '' } as const
    const request = { ...probe, body: undefined, isWrite: false, waitSeconds: undefined }
    const response = await send({ ...request, signal })
    response.release()
  }
  const close = async () => {
    await agent.close()
    await freshAgent.close()
    await waitingAgent.destroy()
  }
  const stop = () => void waitingAgent.destroy()
  return { send, checkReady, waiting: () => all.waiting, stop, close }
}

function withoutWait({ headers: { prefer: _, ...headers }, ...outgoing }: UpstreamRequest) {
  return { ...outgoing, headers, waitSeconds: undefined }
}

async function readResponse(
  { statusCode, headers, body }: Dispatcher.ResponseData,
  hold: (bytes: number) => void,
): Promise<UpstreamResponse> {
  if (REDIRECTS.includes(statusCode) || statusCode < 200 || statusCode > 599) {
    discard(body)
    const isRedirect = REDIRECTS.includes(statusCode)
    if (isRedirect) throw new Problem(502, 'upstream_redirected', messages.proxy.redirected)
    throw unreadable(messages.proxy.invalidStatus)
  }
  const encoding = single(headers['content-encoding']) ?? 'identity'
  if (encoding !== 'identity') {
    discard(body)
    throw unreadable(messages.proxy.compressed)
  }
  const chunks: Uint8Array[] = []
  for await (const chunk of body) {
    hold(chunk.byteLength)
    chunks.push(chunk)
  }
  const entries = Object.entries(headers).map(([name, value]) => [name, single(value)] as const)
  return { status: statusCode, headers: Object.fromEntries(entries), body: chunks }
}

/** Nobody reads it, so nobody handles its error. */
function discard(body: Dispatcher.ResponseData['body']): void {
  body.on('error', () => undefined)
  body.destroy()
}

function single(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(', ') : value
}
