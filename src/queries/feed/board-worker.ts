import { type Board, readBoard } from '#contract/readers/read-board.ts'
import { redactSecret } from '#contract/redact.ts'
import { findUnrecognized } from '#contract/unrecognized.ts'
import { type BoardPatch, createBoardPatch } from '#model/board-patch.ts'
import { shareBoard } from '#model/structural-sharing.ts'
import {
  type LearnRequest,
  type LoadRequest,
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
    // The page hears of an error, and not of a rejected promise.
    else this.#load(id, request).catch(reportError)
  }

  #learn(id: number, { text, version }: LearnRequest): void {
    const json = parse(text)
    const board = readBoard(json)
    if (board) this.#known = { version, board }
    respond({ id, type: 'findings', findings: findingsIn(json) })
  }

  async #load(id: number, request: LoadRequest): Promise<void> {
    respond({ id, type: 'started' })
    const received = await this.#receive(id, request)
    if (!received) return respond({ id, type: 'failed' })
    respond({ id, type: 'received' })
    const { response, text } = received
    const { ok, status, statusText, url } = response
    const head = { ok, status, statusText, url, headers: [...response.headers] }
    const json = status === 200 ? parse(text) : undefined
    const patch = this.#patchFrom(json, response.headers.get('ETag'), request)
    respond({ id, type: 'response', head, body: patch ? { patch } : { text } })
    if (patch) respond({ id, type: 'findings', findings: findingsIn(json) })
  }

  /** Undefined when there is no response. */
  async #receive(id: number, { url, init, secret }: LoadRequest) {
    const controller = new AbortController()
    this.#loads.set(id, controller)
    try {
      const response = await fetch(url, { ...init, signal: controller.signal })
      return { response, text: redactSecret(await response.text(), secret) }
    } catch {
      return undefined
    } finally {
      this.#loads.delete(id)
    }
  }

  /** Undefined when it isn't a board, or its base is another one than the known one. */
  #patchFrom(
    json: unknown,
    etag: string | null,
    { url, source, baseEtag }: LoadRequest,
  ): BoardPatch | undefined {
    const base = this.#known
    if (!etag || base?.version !== versionOf(source, url, baseEtag)) return undefined
    const next = readBoard(json)
    if (!next) return undefined
    const board = shareBoard(base.board, next)
    this.#known = { version: versionOf(source, url, etag), board }
    return createBoardPatch(base.board, board)
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
