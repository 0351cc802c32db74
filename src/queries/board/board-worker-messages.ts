import type { Finding } from '#contract/finding-collector.ts'
import type { BoardPatch } from '#model/board-patch.ts'

/** The body of a board, for the worker. */
export interface WorkerRequest {
  id: number
  body: string | ArrayBuffer
  /** Removed from the text, as on the page. */
  secret: string
  /** Of this version of this board, and of no other. */
  version: string
  /** The response contains what is different from it; undefined when no board is wanted. */
  baseVersion: string | undefined
}

export type WorkerResponse = { id: number } & (
  | { type: 'patch'; patch: BoardPatch }
  /** The worker doesn't know the base, or can't read the body. */
  | { type: 'no-patch' }
  /** Comes last. */
  | { type: 'findings'; findings: readonly Finding[] }
)
