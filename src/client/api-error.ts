import type { NamedProject } from '#contract/readers/read-projects.ts'

/**
 * `unreadable`: a success status, but the body is not what the spec describes. `not-sent`: the app
 * found a reason not to send the request. `not-stored`: this browser has no secret for the key.
 */
export type ApiErrorType =
  | 'offline'
  | 'network'
  | 'timeout'
  | 'http'
  | 'unreadable'
  | 'not-sent'
  | 'not-stored'

/** Why a request was not sent. */
export type NotSentReason = 'invalid-id' | 'labels-not-loaded' | 'label-deleted'

export interface ApiErrorFacts {
  type: ApiErrorType
  method: string
  path: string
  /** HTTP status; 0 without a response. */
  status?: number
  statusText?: string
  /** Message of the service. Never contains a secret. */
  serverMessage?: string
  isWebPage?: boolean
  notSentReason?: NotSentReason
  code?: string | undefined
  requestId?: string | undefined
  /** From the Retry-After header, in milliseconds. [gap G19] */
  retryAfter?: number | undefined
  workspaceIds?: readonly string[]
  projectIds?: readonly string[]
  projects?: readonly NamedProject[]
}

/**
 * The only error that requests throw, except for aborts. `model/failure-message.ts`
 * describes it. [gap G1]
 */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly type: ApiErrorType
  readonly method: string
  readonly path: string
  readonly status: number
  readonly statusText: string
  readonly serverMessage: string
  readonly isWebPage: boolean
  readonly notSentReason: NotSentReason | undefined
  readonly code: string | undefined
  readonly requestId: string | undefined
  readonly retryAfter: number | undefined
  readonly workspaceIds: readonly string[]
  readonly projectIds: readonly string[]
  readonly projects: readonly NamedProject[]

  constructor(facts: ApiErrorFacts) {
    super(`${facts.method} ${facts.path}: ${facts.type}`)
    this.type = facts.type
    this.method = facts.method
    this.path = facts.path
    this.status = facts.status ?? 0
    this.statusText = facts.statusText ?? ''
    this.serverMessage = facts.serverMessage ?? ''
    this.isWebPage = facts.isWebPage ?? false
    this.notSentReason = facts.notSentReason
    this.code = facts.code
    this.requestId = facts.requestId
    this.retryAfter = facts.retryAfter
    this.workspaceIds = facts.workspaceIds ?? []
    this.projectIds = facts.projectIds ?? []
    this.projects = facts.projects ?? []
  }

  /** Details for a bug report: "GET /v1/board, status 502, request 7f…". */
  get trace(): string {
    const status = this.status ? `, status ${this.status}` : ''
    const request = this.requestId ? `, request ${this.requestId}` : ''
    return `${this.method} ${this.path}${status}${request}`
  }

  /** Whether a load can be retried automatically. */
  get isTransient(): boolean {
    const isWithoutResponse = ['offline', 'network', 'timeout'].includes(this.type)
    return isWithoutResponse || this.status >= 500 || this.status === 429
  }
}
