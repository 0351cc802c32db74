import type { ResponseHead } from '#client/worker-fetch.ts'
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
  /** Of the version from which the response is a patch. */
  baseEtag: string
}

export type WorkerResponse = { id: number } & (
  | LoadResponse
  /** The worker has begun a load. */
  | { type: 'started' }
  /** The response to a load is complete, and the worker reads it. */
  | { type: 'received' }
  /** The last one to a `learn`, and to a load that was answered with a patch. */
  | { type: 'findings'; findings: readonly Finding[] }
  /** There is no response to a load. */
  | { type: 'failed' }
)

export interface LoadResponse {
  type: 'response'
  /** `Headers` can't be sent between threads. */
  head: Omit<ResponseHead, 'headers'> & { headers: [string, string][] }
  /** The text when it is no board, or the worker doesn't know its base. */
  body: { text: string } | { patch: BoardPatch }
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
