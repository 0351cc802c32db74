import type { KeyStanding, ReachableBoard } from '#queries/credentials.ts'
import { reachableBoards } from '#queries/credentials.ts'
import type { BoardRef } from '#state/settings-store.ts'

/** Which board to show, or why none can be. */
export type CurrentBoard =
  | { at: 'board'; board: ReachableBoard }
  /** The key that decides has not been answered yet. */
  | { at: 'waiting' }
  /** Several can be shown and nobody has said which. */
  | { at: 'choose' }
  /** The address names a board that no held key reaches. */
  | { at: 'unreachable'; workspaceId: string }

/** What is known of a person's wish, the strongest first. */
export interface BoardWish {
  /** From the address; null when it asks for a choice. */
  workspaceId: string | null | undefined
  /** The key that was connected just now: without an address, its boards are meant. */
  keyId: string | undefined
  /** The boards looked at or chosen, newest first. */
  recent: readonly BoardRef[]
}

/**
 * The board to show: the one the address names, with the key used last there; else the one looked at last; else the
 * only one there is. Never one of several by chance, and never one because its key was merely answered first.
 */
export function chooseCurrent(standings: readonly KeyStanding[], wish: BoardWish): CurrentBoard {
  const boards = reachableBoards(standings)
  const asked = standings.filter(({ credential, error }) => !credential && !error).map(({ key }) => key.id)
  if (wish.workspaceId === undefined) return withoutAddress(boards, asked, wish)
  if (wish.workspaceId !== null) return byAddress(boards, asked, wish, wish.workspaceId)
  return asked.length > 0 ? { at: 'waiting' } : { at: 'choose' }
}

function byAddress(
  boards: readonly ReachableBoard[],
  asked: readonly string[],
  { recent }: BoardWish,
  workspaceId: string,
): CurrentBoard {
  const matching = boards.filter((board) => board.entry.workspaceId === workspaceId)
  const usedThere = recent.find((one) => one.workspaceId === workspaceId)?.keyId
  if (usedThere !== undefined && asked.includes(usedThere)) return { at: 'waiting' }
  const board = matching.find((one) => one.key.id === usedThere) ?? matching[0]
  if (board) return { at: 'board', board }
  return asked.length > 0 ? { at: 'waiting' } : { at: 'unreachable', workspaceId }
}

function withoutAddress(boards: readonly ReachableBoard[], asked: readonly string[], wish: BoardWish): CurrentBoard {
  const { keyId, recent } = wish
  if (asked.length > 0) return { at: 'waiting' }
  const own = keyId === undefined ? boards : boards.filter((board) => board.key.id === keyId)
  const known = own.find((one) => isSameBoard(one, recent[0]))
  const board = known ?? (own.length === 1 ? own[0] : undefined)
  return board ? { at: 'board', board } : { at: 'choose' }
}

/** The boards, those looked at last first, the others in the order that the keys name them. */
export function byLastUse(boards: readonly ReachableBoard[], recent: readonly BoardRef[]): ReachableBoard[] {
  const rank = (board: ReachableBoard) => {
    const index = recent.findIndex((one) => isSameBoard(board, one))
    return index < 0 ? recent.length : index
  }
  return [...boards].sort((a, b) => rank(a) - rank(b))
}

/** Is this board, with this key, the one that is meant? */
export function isSameBoard(board: ReachableBoard, ref: BoardRef | undefined): boolean {
  return board.key.id === ref?.keyId && board.entry.workspaceId === ref.workspaceId
}
