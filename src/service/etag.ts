import type { Context } from 'hono'
import type { RouteEnv } from './board-service.ts'

/** The version of a board as one project's cards show it. [gap G21] */
export function boardEtag(boardId: number, projectId: number, revision: number): string {
  return `"board-${boardId}-${projectId}-${revision}"`
}

/**
 * The revision of the board that the caller saw (If-Match, RFC 9110); undefined when no version is asked for. The
 * interface does not speak of it: it lets two who change one card's labels at once keep what both did.
 */
export function wantedRevision(context: Context<RouteEnv>, boardId: number, projectId: number): number | undefined {
  const header = context.req.header('If-Match')?.trim()
  if (header === undefined || header === '*') return undefined
  const prefix = boardEtag(boardId, projectId, 0).slice(0, -2)
  const found = header.split(',').map((one) => one.trim().replace(/^W\//, ''))
  const mine = found.find((one) => one.startsWith(prefix) && /^\d+"$/.test(one.slice(prefix.length)))
  return mine === undefined ? Number.NaN : Number.parseInt(mine.slice(prefix.length), 10)
}

/** Does the caller already hold this version (If-None-Match, RFC 9110)? */
export function notModified(context: Context<RouteEnv>, etag: string): boolean {
  const header = context.req.header('If-None-Match')
  return header?.split(',').some((one) => one.trim().replace(/^W\//, '') === etag) ?? false
}
