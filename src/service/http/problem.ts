import type { ErrorCode, ProblemBody } from '#contract/schemas/problem-schema.ts'
import { messages } from '#service/messages.ts'

/** Extension members of a problem (RFC 9457), with the names of the contract's problem schema. */
export type ProblemExtensions = Partial<
  Pick<ProblemBody, 'workspaceIds' | 'projectIds' | 'neededRole' | 'reason' | 'refusal'>
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

/** People can quote `requestId` when they report the problem. */
export function problemResponse(problem: Problem, requestId: string): Response {
  const body: ProblemBody = {
    type: 'about:blank',
    title: messages.problemTitle(problem.status),
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
