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

type Answer = Extract<WorkerResponse, { type: 'patch' | 'no-patch' }>

interface Waiting {
  answer: (answer: Answer | undefined) => void
  findings: (findings: readonly Finding[] | undefined) => void
}

/** A worker that doesn't answer counts as broken: the page reads the board itself. */
const TIMEOUT_MS = 10_000

/** Reads large boards in a worker: after the first one, a poll costs the page what has changed. */
export class BoardReader {
  readonly #worker: Worker
  readonly #waiting = new Map<number, Waiting>()
  #lastId = 0
  /** The version that the worker has. */
  #known: string | undefined
  #isBroken = false

  constructor(worker: Worker) {
    this.#worker = worker
    this.#worker.addEventListener('message', (event: MessageEvent<WorkerResponse>) =>
      this.#handle(event.data),
    )
    this.#worker.addEventListener('error', () => this.close())
  }

  /**
   * Tells the worker the text of a board that the page has read, without secrets. Returns the
   * unrecognized data in it; undefined when the worker is broken.
   */
  learn(text: string, source: VersionSource): Promise<readonly Finding[] | undefined> {
    if (this.#isBroken) return Promise.resolve(undefined)
    const version = versionOf(source)
    return this.#send({ body: text, secret: '', version, baseVersion: undefined }).findings
  }

  /** Reads the next version of a board. Undefined when the worker doesn't know this one. */
  readerFor(
    base: ReadableBoard,
    source: Omit<VersionSource, 'url' | 'etag'>,
  ): BodyReader | undefined {
    if (this.#isBroken || !base.etag) return undefined
    return async (response, secret) => {
      const baseVersion = versionOf({ ...source, url: response.url, etag: base.etag })
      const etag = response.headers.get('ETag')
      if (!etag || baseVersion !== this.#known) return { text: await response.text() }
      const body = await response.arrayBuffer()
      const version = versionOf({ ...source, url: response.url, etag })
      const { answer, findings } = this.#send({ body, secret, version, baseVersion })
      const result = await answer
      const board = result?.type === 'patch' && applyBoardPatch(base.board, result.patch)
      return board ? { board, findings } : { text: new TextDecoder().decode(body) }
    }
  }

  #send(request: Omit<WorkerRequest, 'id'>) {
    this.#lastId += 1
    const id = this.#lastId
    this.#known = request.version
    let findings: Waiting['findings'] = () => undefined
    const found = new Promise<readonly Finding[] | undefined>((resolve) => {
      findings = resolve
    })
    const answer = new Promise<Answer | undefined>((resolve) => {
      this.#waiting.set(id, { answer: resolve, findings })
      setTimeout(() => resolve(undefined), TIMEOUT_MS)
    })
    this.#worker.postMessage({ ...request, id } satisfies WorkerRequest)
    return { answer, findings: found }
  }

  #handle(response: WorkerResponse): void {
    const waiting = this.#waiting.get(response.id)
    if (response.type !== 'findings') return waiting?.answer(response)
    this.#waiting.delete(response.id)
    waiting?.findings(response.findings)
  }

  /** Ends the worker with all that it remembers. */
  close(): void {
    this.#isBroken = true
    this.#worker.terminate()
    for (const { answer, findings } of this.#waiting.values()) {
      answer(undefined)
      findings(undefined)
    }
    this.#waiting.clear()
  }
}

function versionOf({ keyId, workspaceId, url, etag }: VersionSource): string {
  return JSON.stringify([keyId, workspaceId, url, etag])
}
