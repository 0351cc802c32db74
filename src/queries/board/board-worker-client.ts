import type { Received, WorkerFetch } from '#client/worker-fetch.ts'
import type { Finding } from '#contract/finding-collector.ts'
import type { Board } from '#contract/readers/read-board.ts'
import { applyBoardPatch } from '#model/board-patch.ts'
import { isKeyStored } from '#state/keys/keys-store.ts'
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

/** After this time without a response, the page loads all boards itself. */
const TIMEOUT_MS = 10_000

/** Loads large boards in a worker: after the first one, a poll costs the page what has changed. */
export class BoardWorkerClient {
  readonly #worker: Worker
  readonly #waiting = new Map<number, Waiting>()
  #lastId = 0
  /** The version that the worker has. */
  #known: string | undefined
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
    const version = versionOf(source, url, etag ?? '')
    const { id, findings } = this.#expect()
    this.#known = version
    this.#watch(id)
    this.#send({ id, type: 'learn', text, version })
    return findings
  }

  /** Loads the next version of a board. Undefined when the worker can't know this one. */
  fetchFor(base: ReadableBoard, source: BoardSource): WorkerFetch | undefined {
    const { etag } = base
    if (this.#isClosed || !etag) return undefined
    return async (url, init, secret, signal) => {
      signal.throwIfAborted()
      const baseVersion = versionOf(source, url.href, etag)
      if (this.#isClosed || baseVersion !== this.#known) return undefined
      const { id, load, findings } = this.#expect()
      const abort = () => {
        this.#watch(id)
        this.#send({ id, type: 'abort' })
        this.#waiting.get(id)?.resolveLoad(undefined)
      }
      signal.addEventListener('abort', abort, { once: true })
      const sent = { ...init, headers: [...init.headers] }
      this.#send({ id, type: 'load', url: url.href, init: sent, secret, source, baseVersion })
      const response = await load
      signal.removeEventListener('abort', abort)
      signal.throwIfAborted()
      // Its removal has ended the worker, and the page must not send it either.
      if (!isKeyStored(source.keyId)) throw new Error('The key was removed.')
      return response && receivedFrom(response, base.board, findings)
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
    if (response.type === 'received') return this.#watch(id)
    if (response.type === 'findings') return this.#end(id, undefined, response.findings)
    if (response.type === 'failed') {
      // The page has to load one board itself, so that nothing is sent twice while nothing answers.
      this.#known = undefined
      return this.#end(id, undefined, undefined)
    }
    if ('text' in response.body) return this.#end(id, response, undefined)
    this.#known = response.body.version
    this.#waiting.get(id)?.resolveLoad(response)
  }

  /** From now on, only the worker's own work is left. */
  #watch(id: number): void {
    const waiting = this.#waiting.get(id)
    if (waiting) waiting.timer ??= setTimeout(() => this.close(), TIMEOUT_MS)
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
