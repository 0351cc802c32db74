import type { Context, Next } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { allowedMethods } from '#contract/endpoints.ts'
import { messages } from '../messages/messages.ts'
import { notFound, Problem, problemResponse } from './problem.ts'

const MAX_BODY_BYTES = 64 * 1024

/** Stops reading at the limit, so that a large body never fills the memory. */
const limitStream = bodyLimit({
  maxSize: MAX_BODY_BYTES,
  onError: () => {
    throw bodyTooLarge()
  },
})

/**
 * Middleware that rejects large bodies. A body of known length isn't made into a stream: that takes
 * longer than the rest of a small write.
 */
export async function limitBody(context: Context, next: Next) {
  const length = context.req.header('Content-Length')
  if (length === undefined || context.req.header('Transfer-Encoding') !== undefined) {
    return limitStream(context, next)
  }
  if (Number(length) > MAX_BODY_BYTES) throw bodyTooLarge()
  return next()
}

function bodyTooLarge(): Problem {
  const detail = messages.problems.bodyTooLarge(MAX_BODY_BYTES / 1024)
  return new Problem(413, 'body_too_large', detail)
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
