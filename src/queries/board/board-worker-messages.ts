import type { Finding } from '#contract/finding-collector.ts'
import type { BoardPatch } from '#model/board-patch.ts'

export type WorkerRequest = { id: number } & (
  | LearnRequest
  | LoadRequest
  /** Of the load with this id. */
  | { type: 'abort' }
)

/** The text of a board that the page has read, without secrets. */
export interface LearnRequest {
  type: 'learn'
  text: string
  version: string
}

/** A load that the worker sends in place of the page. */
export interface LoadRequest {
  type: 'load'
  url: string
  init: RequestInit & { headers: [string, string][] }
  /** Removed from the text, as on the page. */
  secret: string
  source: BoardSource
  /** The response contains what is different from it. */
  baseVersion: string
}

export type WorkerResponse = { id: number } & (
  | LoadReceived
  | LoadFailed
  | LoadResponse
  /** After a `learn` or a `patch`. */
  | { type: 'findings'; findings: readonly Finding[] }
)

/** The response is complete, and the worker reads it. */
interface LoadReceived {
  type: 'received'
}

/** There is no response. */
interface LoadFailed {
  type: 'failed'
}

export interface LoadResponse {
  type: 'response'
  head: WorkerResponseHead
  /** The text when there is no board, or its base is not the one that the worker knows. */
  body: { text: string } | { patch: BoardPatch; version: string }
}

/** `Headers` can't be sent between threads. */
interface WorkerResponseHead {
  ok: boolean
  status: number
  statusText: string
  headers: [string, string][]
  url: string
}

/** What makes the versions of one board different from those of another, besides the URL. */
export interface BoardSource {
  keyId: string
  workspaceId: string | undefined
}

/** Names one version of one board. */
export function versionOf({ keyId, workspaceId }: BoardSource, url: string, etag: string): string {
  return JSON.stringify([keyId, workspaceId, url, etag])
}
