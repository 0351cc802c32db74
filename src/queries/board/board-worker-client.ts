import type { BodyReader } from '#client/body-reader.ts'
import type { Finding } from '#contract/finding-collector.ts'
import type { Board } from '#contract/readers/read-board.ts'
import { applyBoardPatch } from '#model/board-patch.ts'
import type { WorkerRequest, WorkerResponse } from './board-worker-messages.ts'

/** A board of which the worker may know the version. */
export interface ReadableBoard {
  board: Board
  etag: string | undefined
}

/** What makes the versions of one board different from those of another. */
export interface VersionSource {
  keyId: string
  workspaceId: string | undefined
  /** Of the response. */
  url: string
  etag: string | null | undefined
}

type PatchResponse = Extract<WorkerResponse, { type: 'patch' | 'no-patch' }>

/** A request without a response. Undefined is for a worker that is broken. */
interface Waiting {
  resolvePatch: (response: PatchResponse | undefined) => void
  resolveFindings: (findings: readonly Finding[] | undefined) => void
  timer: ReturnType<typeof setTimeout>
}

/** After this time without a response, the page reads all boards itself. */
const TIMEOUT_MS = 10_000

/** Reads large boards in a worker: after the first one, a poll costs the page what has changed. */
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
  learn(text: string, source: VersionSource): Promise<readonly Finding[] | undefined> {
    const version = versionOf(source)
    return this.#send({ body: text, secret: '', version, baseVersion: undefined }).findings
  }

  /** Reads the next version of a board. Undefined when the worker can't know this one. */
  readerFor(
    base: ReadableBoard,
    source: Omit<VersionSource, 'url' | 'etag'>,
  ): BodyReader | undefined {
    if (this.#isClosed || !base.etag) return undefined
    return async (response, secret) => {
      const baseVersion = versionOf({ ...source, url: response.url, etag: base.etag })
      const etag = response.headers.get('ETag')
      if (!etag || baseVersion !== this.#known) return { text: await response.text() }
      const body = await response.arrayBuffer()
      const version = versionOf({ ...source, url: response.url, etag })
      const { patch, findings } = this.#send({ body, secret, version, baseVersion })
      const result = await patch
      const board = result?.type === 'patch' && applyBoardPatch(base.board, result.patch)
      return board ? { board, findings } : { text: new TextDecoder().decode(body) }
    }
  }

  #send(request: Omit<WorkerRequest, 'id'>) {
    this.#lastId += 1
    const id = this.#lastId
    this.#known = request.version
    const patch = createDeferred<PatchResponse | undefined>()
    const findings = createDeferred<readonly Finding[] | undefined>()
    const timer = setTimeout(() => this.close(), TIMEOUT_MS)
    const waiting = { resolvePatch: patch.resolve, resolveFindings: findings.resolve, timer }
    this.#waiting.set(id, waiting)
    if (this.#isClosed) this.close()
    else this.#worker.postMessage({ ...request, id } satisfies WorkerRequest)
    return { patch: patch.promise, findings: findings.promise }
  }

  #handle(response: WorkerResponse): void {
    const waiting = this.#waiting.get(response.id)
    if (!waiting) return
    if (response.type !== 'findings') return waiting.resolvePatch(response)
    clearTimeout(waiting.timer)
    this.#waiting.delete(response.id)
    waiting.resolveFindings(response.findings)
  }

  /** Ends the worker with all that it remembers. The page reads what is under way. */
  close(): void {
    this.#isClosed = true
    this.#worker.terminate()
    for (const { resolvePatch, resolveFindings, timer } of this.#waiting.values()) {
      clearTimeout(timer)
      resolvePatch(undefined)
      resolveFindings(undefined)
    }
    this.#waiting.clear()
  }
}

function versionOf({ keyId, workspaceId, url, etag }: VersionSource): string {
  return JSON.stringify([keyId, workspaceId, url, etag])
}

function createDeferred<T>() {
  let resolve: (value: T) => void = () => undefined
  const promise = new Promise<T>((fulfill) => {
    resolve = fulfill
  })
  return { promise, resolve }
}
