import type { RouteContext } from './context.ts'

/**
 * Version of a board with the cards of one project. A restored backup has another store id, because
 * its revisions count again. [gap G21]
 */
export function boardEtag(
  storeId: string,
  boardId: number,
  projectId: number,
  revision: number,
): string {
  return `"${storeId.slice(0, 8)}-board-${boardId}-${projectId}-${revision}"`
}

/** Version of a board's labels and their counts. [gap G21] */
export function labelsEtag(storeId: string, boardId: number, revision: number): string {
  return `"${storeId.slice(0, 8)}-labels-${boardId}-${revision}"`
}

/**
 * Whether the request may write this version (If-Match, RFC 9110, strong comparison). The spec has
 * no If-Match. It prevents lost updates when two people change the same thing.
 */
export async function isExpectedVersion(
  context: RouteContext,
  findEtag: () => Promise<string>,
): Promise<boolean> {
  const header = context.req.header('If-Match')?.trim()
  if (header === undefined || header === '*') return true
  const etag = await findEtag()
  return header.split(',').some((tag) => tag.trim() === etag)
}

/** Whether the client has this version (If-None-Match, RFC 9110, weak comparison). */
export function isNotModified(context: RouteContext, etag: string): boolean {
  const header = context.req.header('If-None-Match')?.trim()
  if (header === '*') return true
  return header?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag) ?? false
}
