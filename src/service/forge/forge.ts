import type { CheckState, PullState, ReviewState } from '#contract/repository-values.ts'

export const FORGE_KINDS = ['github', 'gitlab', 'gitea'] as const

export type ForgeKind = (typeof FORGE_KINDS)[number]

/** A pull request, or a merge request of GitLab, as its forge lists it. */
export interface PullRequest {
  number: number
  title: string
  /** https. */
  url: string | undefined
  state: PullState
  /** The branch that it changes. */
  target: string
  /** The branch that it is made of; undefined when that is in another repository. */
  branch: string | undefined
  /** Newest commit of that branch. */
  head: string
  /** Changes whenever the forge has news of it. */
  updatedAt: string
  /** Whether the list says that somebody's review is asked for, or that one asks for changes. */
  listedReview: ReviewState | undefined
}

/** The result of a check, as its forge tells it. */
export interface ForgeResult {
  name: string
  state: CheckState
  /** For people; "" for none. */
  detail: string
  /** https. */
  url: string | undefined
}

/** All results of one commit. A check that was skipped isn't among them: it counts for nothing. */
export interface CommitResults {
  results: readonly ForgeResult[]
}

/** The links of a repository's pages, with {branch} or {commit}. */
interface ForgeWeb {
  branch: string
  commit: string
}

/** Reads one project of a forge. All reject with a ForgeError. */
export interface ForgeReader {
  /** Undefined for a forge without pages. */
  readonly web: ForgeWeb | undefined
  /** The ref that the newest commit of a pull request has in the repository. */
  pullRef: (number: number) => string
  /** All open ones, newest first. */
  openPulls: (signal: AbortSignal) => Promise<PullRequest[]>
  /** The open ones of one branch of the project itself. */
  pullsOf: (branch: string, signal: AbortSignal) => Promise<PullRequest[]>
  /** One of any state; undefined when there is none with this number. */
  pull: (number: number, signal: AbortSignal) => Promise<PullRequest | undefined>
  /** What the reviews of its newest commit come to. */
  reviewOf: (pull: PullRequest, signal: AbortSignal) => Promise<ReviewState>
  resultsOf: (commit: string, signal: AbortSignal) => Promise<CommitResults>
}

/** Why a forge didn't tell something. The message is for people, and has no secrets. */
export class ForgeError extends Error {
  override readonly name = 'ForgeError'
  /** Whether it's about the forge, and not only about what was asked. */
  readonly isGeneral: boolean

  constructor(message: string, options: ErrorOptions & { isGeneral?: boolean } = {}) {
    super(message, options)
    this.isGeneral = options.isGeneral ?? false
  }
}
