import type { ErrorCode, ProblemBody } from '#contract/error-body.ts'

/** Facts beside the words of a problem, by the names of the contract's problem schema. */
export type ProblemFacts = Partial<
  Pick<ProblemBody, 'workspaceIds' | 'projectIds' | 'neededRole' | 'reason' | 'refusal'>
>

/** An answer that is not a success: thrown anywhere below a route, sent as RFC 9457 by the service. [gap G1] [gap G2] */
export class Problem extends Error {
  override readonly name = 'Problem'
  constructor(
    readonly status: number,
    readonly code: ErrorCode,
    readonly detail: string,
    readonly facts: ProblemFacts = {},
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(detail)
  }
}

const TITLES: Readonly<Record<number, string>> = {
  400: 'Bad request',
  401: 'Key not accepted',
  403: 'Not allowed',
  404: 'Not found',
  405: 'Method not allowed',
  409: 'Refused',
  412: 'Changed meanwhile',
  413: 'Body too large',
  421: 'Wrong host',
  429: 'Too many writes',
  502: 'Board service unreachable',
  504: 'Board service timed out',
}

/** The problem as a response; `requestId` lets a person quote it. */
export function problemResponse(problem: Problem, requestId: string): Response {
  const body: ProblemBody = {
    type: 'about:blank',
    title: TITLES[problem.status] ?? 'Internal error',
    status: problem.status,
    detail: problem.detail,
    code: problem.code,
    requestId,
    ...problem.facts,
  }
  return new Response(JSON.stringify(body), {
    status: problem.status,
    headers: { 'Content-Type': 'application/problem+json', ...problem.headers },
  })
}
