/** A board as seen with one stored key. */
export interface BoardRef {
  keyId: string
  workspaceId: string
}

/** Is this the same board, seen with the same key? */
export function isSameBoard(
  a: BoardRef | null | undefined,
  b: BoardRef | null | undefined,
): boolean {
  if (!a || !b) return false
  return a.keyId === b.keyId && a.workspaceId === b.workspaceId
}

/** The key of a card in stores: cards of different boards may share an id. */
export function cardKey(board: BoardRef, cardId: string): string {
  return JSON.stringify([board.keyId, board.workspaceId, cardId])
}

/** Boards can use the same project ids. */
export function projectKey(workspaceId: string, projectId: string): string {
  return JSON.stringify([workspaceId, projectId])
}

/** A board with its open project; undefined when the board doesn't require one. [gap G12] */
export interface BoardSession extends BoardRef {
  projectId: string | undefined
}
