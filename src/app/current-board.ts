import type { ReachableBoard } from '#queries/credentials.ts'

/** Which board to show, or why none can be. */
export type CurrentBoard =
  | { at: 'board'; board: ReachableBoard }
  /** Several can be shown and nobody has said which. */
  | { at: 'choose' }
  /** The address names a board that no held key reaches. */
  | { at: 'unreachable'; workspaceId: string }

/**
 * The board to show: the one the address names, with the key used last there; else the one looked at last; else the
 * only one there is. Never one of several by chance.
 */
export function chooseCurrent(
  boards: readonly ReachableBoard[],
  workspaceId: string | undefined,
  last: { keyId: string; workspaceId: string } | null,
  preferredKey: string | undefined,
): CurrentBoard {
  if (workspaceId !== undefined) {
    const matching = boards.filter((board) => board.entry.workspaceId === workspaceId)
    const board =
      matching.find((one) => one.key.id === preferredKey) ??
      matching.find((one) => last?.workspaceId === workspaceId && one.key.id === last.keyId) ??
      matching[0]
    return board ? { at: 'board', board } : { at: 'unreachable', workspaceId }
  }
  const known = boards.find((one) => one.key.id === last?.keyId && one.entry.workspaceId === last.workspaceId)
  const board = known ?? (boards.length === 1 ? boards[0] : undefined)
  return board ? { at: 'board', board } : { at: 'choose' }
}
