import { type Board, readBoard } from '#contract/readers/read-board.ts'
import { redactSecret } from '#contract/redact.ts'
import { findUnrecognized } from '#contract/unrecognized.ts'
import { createBoardPatch } from '#model/board-patch.ts'
import { shareBoard } from '#model/structural-sharing.ts'
import {
  type LearnRequest,
  type LoadRequest,
  type LoadResponse,
  versionOf,
  type WorkerRequest,
  type WorkerResponse,
} from './board-worker-messages.ts'

/**
 * Loads and reads large boards beside the page. It remembers the last one, so that its responses
 * contain only what is different.
 */
class BoardReader {
  #known: { version: string; board: Board } | undefined
  readonly #loads = new Map<number, AbortController>()

  handle({ id, ...request }: WorkerRequest): void {
    if (request.type === 'abort') this.#loads.get(id)?.abort()
    else if (request.type === 'learn') this.#learn(id, request)
    else void this.#load(id, request)
  }

  #learn(id: number, { text, version }: LearnRequest): void {
    const json = parse(text)
    this.#read(json, version, undefined)
    respond({ id, type: 'findings', findings: findingsIn(json) })
  }

  async #load(id: number, request: LoadRequest): Promise<void> {
    const controller = new AbortController()
    this.#loads.set(id, controller)
    try {
      const response = await fetch(request.url, { ...request.init, signal: controller.signal })
      const text = redactSecret(await response.text(), request.secret)
      respond({ id, type: 'received' })
      const { ok, status, statusText, url } = response
      const head = { ok, status, statusText, url, headers: [...response.headers] }
      const json = status === 200 ? parse(text) : undefined
      const body = this.#patchFrom(json, response, request) ?? { text }
      respond({ id, type: 'response', head, body })
      if ('patch' in body) respond({ id, type: 'findings', findings: findingsIn(json) })
    } catch {
      respond({ id, type: 'failed' })
    } finally {
      this.#loads.delete(id)
    }
  }

  #patchFrom(
    json: unknown,
    { url, headers }: Response,
    { source, baseVersion }: LoadRequest,
  ): Extract<LoadResponse['body'], { patch: unknown }> | undefined {
    const etag = headers.get('ETag')
    const base = this.#known
    if (json === undefined || !etag || base?.version !== baseVersion) return undefined
    const version = versionOf(source, url, etag)
    const board = this.#read(json, version, base.board)
    return board && { patch: createBoardPatch(base.board, board), version }
  }

  /** The board, which is the known one from now on. It shares its unchanged objects with `base`. */
  #read(json: unknown, version: string, base: Board | undefined): Board | undefined {
    const board = readBoard(json)
    const shared = board && shareBoard(base, board)
    this.#known = shared && { version, board: shared }
    return shared
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function findingsIn(json: unknown) {
  const steps = findUnrecognized({ endpoint: 'board', json })
  let step = steps.next()
  while (!step.done) step = steps.next()
  return step.value
}

function respond(response: WorkerResponse): void {
  postMessage(response)
}

function listen(): void {
  const reader = new BoardReader()
  addEventListener('message', ({ data }: MessageEvent<WorkerRequest>) => reader.handle(data))
}

listen()
