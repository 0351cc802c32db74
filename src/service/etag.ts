import type { Context } from 'hono'
import type { RouteEnv } from './board-service.ts'

/** Does the caller already hold this version (If-None-Match, RFC 9110)? */
export function notModified(context: Context<RouteEnv>, etag: string): boolean {
  const header = context.req.header('If-None-Match')
  return header?.split(',').some((one) => one.trim().replace(/^W\//, '') === etag) ?? false
}
