/** How a request failed: no usable answer, an error status, or an answer that is not the interface's. */
export type ApiErrorKind = 'network' | 'timeout' | 'http' | 'unreadable'

/** The facts of a failed request. */
export interface ApiErrorFacts {
  kind: ApiErrorKind
  method: string
  path: string
  /** HTTP status; 0 when there was no answer. */
  status: number
  /** The service's words, or ours where it had none. Never holds the key. */
  words: string
  /** True when the words are the service's own. */
  spoken?: boolean
  code?: string | undefined
  requestId?: string | undefined
  /** How long the service asks to wait, in milliseconds. [gap G19] */
  retryAfter?: number | undefined
  workspaceIds?: readonly string[]
  projectIds?: readonly string[]
}

/** The one error that requests throw. Its message is fit for a person. [gap G1] */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly kind: ApiErrorKind
  readonly method: string
  readonly path: string
  readonly status: number
  readonly code: string | undefined
  readonly requestId: string | undefined
  /** The service's own words; empty when the message is ours. */
  readonly ownWords: string
  readonly retryAfter: number | undefined
  readonly workspaceIds: readonly string[]
  readonly projectIds: readonly string[]

  constructor(facts: ApiErrorFacts) {
    super(facts.words)
    this.kind = facts.kind
    this.method = facts.method
    this.path = facts.path
    this.status = facts.status
    this.code = facts.code
    this.requestId = facts.requestId
    this.ownWords = facts.spoken ? facts.words : ''
    this.retryAfter = facts.retryAfter
    this.workspaceIds = facts.workspaceIds ?? []
    this.projectIds = facts.projectIds ?? []
  }

  /** Where it failed, for somebody who will look into it: "GET /v1/board, status 502, request 7f…". */
  get trace(): string {
    const status = this.status ? `, status ${this.status}` : ''
    return `${this.method} ${this.path}${status}${this.requestId ? `, request ${this.requestId}` : ''}`
  }

  /** May the same read be tried again by itself? Network faults, 5xx and 429 may. */
  get isTransient(): boolean {
    return this.kind === 'network' || this.kind === 'timeout' || this.status >= 500 || this.status === 429
  }
}
