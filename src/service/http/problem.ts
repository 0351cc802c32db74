import { STATUS_CODES } from 'node:http'
import type { ErrorCode, ProblemBody } from '#contract/schemas/problem-schema.ts'
import { messages } from '../messages/messages.ts'
import { StoreError, toStoreError, UncertainCommitError } from '../store/store-error.ts'

/** Extension members of a problem (RFC 9457), with the names of the contract's problem schema. */
export type ProblemExtensions = Partial<
  Pick<
    ProblemBody,
    'workspaceIds' | 'projectIds' | 'projects' | 'neededRole' | 'reason' | 'refusal'
  >
>

/** An error response. Routes throw it, and the service sends it as RFC 9457. [gap G1] [gap G2] */
export class Problem extends Error {
  override readonly name = 'Problem'
  constructor(
    readonly status: number,
    readonly code: ErrorCode,
    readonly detail: string,
    readonly extensions: ProblemExtensions = {},
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(detail)
  }
}

export function notFound(): Problem {
  return new Problem(404, 'not_found', messages.problems.notFound)
}

/** The problem for an error that a request ended with. Undefined for a fault of this service. */
export function problemFor(error: unknown): Problem | undefined {
  if (error instanceof Problem) return error
  const storeError = toStoreError(error)
  if (storeError instanceof UncertainCommitError) {
    return new Problem(500, 'internal', messages.problems.commitUncertain)
  }
  if (!(storeError instanceof StoreError)) return undefined
  if (storeError.type === 'full') return new Problem(507, 'store_full', messages.problems.storeFull)
  return new Problem(503, 'store_busy', messages.problems.storeBusy, {}, { 'Retry-After': '1' })
}

/** People can quote `requestId` when they report the problem. */
export function problemResponse(problem: Problem, requestId: string): Response {
  const body: ProblemBody = {
    type: 'about:blank',
    // For "about:blank", RFC 9457 asks for the phrase of the status code.
    title: STATUS_CODES[problem.status] ?? 'Unknown Error',
    status: problem.status,
    detail: problem.detail,
    code: problem.code,
    requestId,
    ...problem.extensions,
  }
  return new Response(JSON.stringify(body), {
    status: problem.status,
    headers: {
      'Content-Type': 'application/problem+json',
      'Cache-Control': 'no-store',
      ...problem.headers,
    },
  })
}
