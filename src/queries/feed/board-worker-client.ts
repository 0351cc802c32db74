import type { Received, WorkerFetch } from '#client/worker-fetch.ts'
import type { Finding } from '#contract/finding-collector.ts'
import type { Board } from '#contract/readers/read-board.ts'
import { applyBoardPatch } from '#model/board-patch.ts'
import { secretVault } from '#state/keys/secret-vault.ts'
import {
  type BoardSource,
  type LoadResponse,
  versionOf,
  type WorkerRequest,
  type WorkerResponse,
} from './board-worker-messages.ts'

/** A board of which the worker may know the version. */
export interface ReadableBoard {
  board: Board
  etag: string | undefined
}

type Findings = readonly Finding[] | undefined

/** A request without a response. Undefined is for a worker that can't do it. */
interface Waiting {
  resolveLoad: (response: LoadResponse | undefined) => void
  resolveFindings: (findings: Findings) => void
  timer: ReturnType<typeof setTimeout> | undefined
}

/** After this time without a sign of the worker, the page loads all boards itself. */
const START_TIMEOUT_MS = 5_000
const READ_TIMEOUT_MS = 10_000

/** A load that fails later than this is not sent again: too little is left of its time limit. */
const PROMPT_FAILURE_MS = 1_000

/** Time after a failure in which only the page loads, so that nothing is sent twice. */
const PAUSE_MS = 10_000

/**
 * Loads large boards in a worker: after the first one, a poll costs the page what has changed.
 * See .github/decisions/0005-large-boards-in-a-worker.md.
 */
export class BoardWorkerClient {
  readonly #worker: Worker
  readonly #waiting = new Map<number, Waiting>()
  #lastId = 0
  /** By `performance.now()`. */
  #pausedUntil = 0
  #isClosed = false

  constructor(worker: Worker) {
    this.#worker = worker
    worker.addEventListener('message', (event: MessageEvent<WorkerResponse>) =>
      this.#handle(event.data),
    )
    worker.addEventListener('error', () => this.close())
  }

  /**
   * Gives the worker the text of a board that the page has read, without secrets. Returns the
   * unrecognized data in it; undefined when the worker is broken.
   */
  learn(text: string, source: BoardSource, url: string, etag: string | null): Promise<Findings> {
    const { id, findings } = this.#expect()
    this.#watch(id, READ_TIMEOUT_MS)
    this.#send({ id, type: 'learn', text, version: versionOf(source, url, etag ?? '') })
    return findings
  }

  /** Loads the next version of a board, if the worker can. */
  fetchFor({ board, etag }: ReadableBoard, source: BoardSource): WorkerFetch | undefined {
    if (this.#isClosed || !etag) return undefined
    return async (url, init, secret, signal) => {
      signal.throwIfAborted()
      if (performance.now() < this.#pausedUntil) return undefined
      const startedAt = performance.now()
      const { id, load, findings } = this.#expect()
      const abort = () => {
        this.#watch(id, READ_TIMEOUT_MS)
        this.#send({ id, type: 'abort' })
        this.#waiting.get(id)?.resolveLoad(undefined)
      }
      signal.addEventListener('abort', abort, { once: true })
      this.#watch(id, START_TIMEOUT_MS)
      const sent = { ...init, headers: [...init.headers] }
      this.#send({ id, type: 'load', url: url.href, init: sent, secret, source, baseEtag: etag })
      const response = await load
      signal.removeEventListener('abort', abort)
      signal.throwIfAborted()
      if (response) return receivedFrom(response, board, findings)
      this.#pausedUntil = performance.now() + PAUSE_MS
      const isStored = secretVault.secretOf(source.keyId) === secret
      const isPrompt = this.#isClosed || performance.now() - startedAt < PROMPT_FAILURE_MS
      if (isStored && isPrompt) return undefined
      throw new Error('There is no response.')
    }
  }

  #expect() {
    this.#lastId += 1
    const load = createDeferred<LoadResponse | undefined>()
    const findings = createDeferred<Findings>()
    const waiting = { resolveLoad: load.resolve, resolveFindings: findings.resolve }
    this.#waiting.set(this.#lastId, { ...waiting, timer: undefined })
    return { id: this.#lastId, load: load.promise, findings: findings.promise }
  }

  #send(request: WorkerRequest): void {
    if (this.#isClosed) this.close()
    else this.#worker.postMessage(request)
  }

  #handle(response: WorkerResponse): void {
    const { id } = response
    const waiting = this.#waiting.get(id)
    if (response.type === 'started') clearTimeout(waiting?.timer)
    else if (response.type === 'received') this.#watch(id, READ_TIMEOUT_MS)
    else if (response.type === 'findings') this.#end(id, undefined, response.findings)
    else if (response.type === 'failed') this.#end(id, undefined, undefined)
    else if ('text' in response.body) this.#end(id, response, undefined)
    else waiting?.resolveLoad(response)
  }

  /** Until the worker gives the next sign. */
  #watch(id: number, timeoutMs: number): void {
    const waiting = this.#waiting.get(id)
    if (!waiting) return
    clearTimeout(waiting.timer)
    waiting.timer = setTimeout(() => this.close(), timeoutMs)
  }

  #end(id: number, response: LoadResponse | undefined, findings: Findings): void {
    const waiting = this.#waiting.get(id)
    this.#waiting.delete(id)
    clearTimeout(waiting?.timer)
    waiting?.resolveLoad(response)
    waiting?.resolveFindings(findings)
  }

  /** Ends the worker with all that it remembers. The page loads what is under way. */
  close(): void {
    this.#isClosed = true
    this.#worker.terminate()
    for (const id of this.#waiting.keys()) this.#end(id, undefined, undefined)
  }
}

/** Undefined when the patch belongs to another base. */
function receivedFrom(
  { head, body }: LoadResponse,
  base: Board,
  findings: Promise<Findings>,
): Received | undefined {
  const response = { ...head, headers: new Headers(head.headers) }
  if ('text' in body) return { response, body }
  const board = applyBoardPatch(base, body.patch)
  return board && { response, body: { board, findings } }
}

function createDeferred<T>() {
  let resolve: (value: T) => void = () => undefined
  const promise = new Promise<T>((fulfill) => {
    resolve = fulfill
  })
  return { promise, resolve }
}
