import type { Finding } from '#contract/finding-collector.ts'
import type { Board } from '#contract/readers/read-board.ts'

/**
 * Sends a load on another thread, and reads its board there. Returns the text of a response that
 * has no board, or one that can't be compared there. Undefined when the page has to send the load
 * itself. Rejects with the reason of an aborted signal, and as `fetch` does.
 */
export type WorkerFetch = (
  url: URL,
  init: RequestInit & { headers: Headers },
  secret: string,
  signal: AbortSignal,
) => Promise<Received | undefined>

export interface Received {
  response: ResponseHead
  body: { text: string } | ReadBody
}

/** A response without its body. */
export type ResponseHead = Pick<Response, 'ok' | 'status' | 'statusText' | 'headers' | 'url'>

export interface ReadBody {
  board: Board
  /** The unrecognized data in it; undefined when nobody has looked for it after all. */
  findings: Promise<readonly Finding[] | undefined>
}
