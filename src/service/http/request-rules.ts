import type { Context } from 'hono'
import { allowedMethods } from '#contract/endpoints.ts'
import { messages } from '../messages.ts'
import { notFound, Problem, problemResponse } from './problem.ts'

const MAX_BODY_BYTES = 64 * 1024

/**
 * Options of hono/body-limit: it stops reading at the limit, so that a large body never fills the
 * memory.
 */
export const BODY_LIMIT = {
  maxSize: MAX_BODY_BYTES,
  onError: (): never => {
    const detail = messages.problems.bodyTooLarge(MAX_BODY_BYTES / 1024)
    throw new Problem(413, 'body_too_large', detail)
  },
}

/** The methods of the endpoint table; a HEAD request isn't in it. */
export function rejectMethod(context: Context): Response {
  return problemResponse(unroutable(context.req.path), context.get('requestId'))
}

/** 405 for a path of the table with another method, otherwise 404. */
export function unroutable(path: string): Problem {
  const methods = allowedMethods(path)
  if (methods.length === 0) return notFound()
  const detail = messages.problems.methodNotAllowed(methods)
  return new Problem(405, 'method_not_allowed', detail, {}, { Allow: methods.join(', ') })
}
