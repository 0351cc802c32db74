import type { RouteContext } from './context.ts'

/** Version of a board with the cards of one project. [gap G21] */
export function boardEtag(boardId: number, projectId: number, revision: number): string {
  return `"board-${boardId}-${projectId}-${revision}"`
}

/**
 * The board revision in If-Match (RFC 9110): undefined without the header, NaN when no entry is a
 * version of this board. The spec has no If-Match. It prevents lost updates when two people change
 * the labels of one card at the same time.
 */
export function ifMatchRevision(
  context: RouteContext,
  boardId: number,
  projectId: number,
): number | undefined {
  const header = context.req.header('If-Match')?.trim()
  if (header === undefined || header === '*') return undefined
  const prefix = boardEtag(boardId, projectId, 0).slice(0, -2)
  const tags = header.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  const boardTag = tags.find(
    (tag) => tag.startsWith(prefix) && /^\d+"$/.test(tag.slice(prefix.length)),
  )
  return boardTag === undefined ? Number.NaN : Number.parseInt(boardTag.slice(prefix.length), 10)
}

/** Compares the version with If-None-Match (RFC 9110). */
export function isNotModified(context: RouteContext, etag: string): boolean {
  const header = context.req.header('If-None-Match')
  return header?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag) ?? false
}
