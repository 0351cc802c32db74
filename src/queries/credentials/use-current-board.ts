import { type BoardRef, isSameBoard } from '#model/board-ref.ts'
import { useKeysStore } from '#state/keys/keys-store.ts'
import { useRecentBoardsStore } from '#state/recent-boards-store.ts'
import { useUrl } from '#state/url.ts'
import {
  type AccessibleBoard,
  accessibleBoards,
  boardRefOf,
  type KeyStatus,
  useKeyStatuses,
} from './me-query.ts'

/** The board to show, or why there is none. */
export type CurrentBoard =
  | { type: 'board'; board: AccessibleBoard }
  /** The key that decides has no response yet. */
  | { type: 'loading' }
  /** There are several boards, and nobody has chosen one. */
  | { type: 'choose' }
  /** No stored key has access to the board in the URL. */
  | { type: 'inaccessible'; workspaceId: string }

/** What says which board a person wants to see, in order of weight. */
export interface BoardPreference {
  /** From the URL; null when a person has to choose. */
  workspaceId: string | null | undefined
  /** The key that was connected last: without a board in the URL, its boards are meant. */
  keyId: string | undefined
  /** Opened boards, newest first. */
  recent: readonly BoardRef[]
}

export function useCurrentBoard(): CurrentBoard {
  const { workspaceId } = useUrl()
  const keyId = useKeysStore((state) => state.newestKeyId)
  const recent = useRecentBoardsStore((state) => state.recent)
  return chooseCurrentBoard(useKeyStatuses(), { workspaceId, keyId, recent })
}

/** The board in the URL, as long as a key could turn out to have access to it. */
export function useRequestedBoard(): string | undefined {
  const { workspaceId } = useUrl()
  const mayHaveAccess = useKeyStatuses().some(
    ({ credential, error }) => !credential && (!error || error.isTransient),
  )
  return mayHaveAccess ? (workspaceId ?? undefined) : undefined
}

/**
 * The board in the URL, with the key that was used last there; otherwise the last opened board;
 * otherwise the only one. Never one of several by chance, and never one because its key got the
 * first response.
 */
export function chooseCurrentBoard(
  statuses: readonly KeyStatus[],
  preference: BoardPreference,
): CurrentBoard {
  const boards = accessibleBoards(statuses)
  const pendingKeyIds = statuses
    .filter(({ credential, error }) => !credential && !error)
    .map(({ key }) => key.id)
  const { workspaceId } = preference
  if (workspaceId === undefined) return boardWithoutUrl(boards, pendingKeyIds, preference)
  if (workspaceId === null) return { type: pendingKeyIds.length > 0 ? 'loading' : 'choose' }
  return boardFromUrl(boards, pendingKeyIds, preference.recent, workspaceId)
}

function boardFromUrl(
  boards: readonly AccessibleBoard[],
  pendingKeyIds: readonly string[],
  recent: readonly BoardRef[],
  workspaceId: string,
): CurrentBoard {
  const matching = boards.filter((board) => board.entry.workspaceId === workspaceId)
  const lastKeyId = recent.find((ref) => ref.workspaceId === workspaceId)?.keyId
  if (lastKeyId !== undefined && pendingKeyIds.includes(lastKeyId)) return { type: 'loading' }
  const board = matching.find((candidate) => candidate.key.id === lastKeyId) ?? matching[0]
  if (board) return { type: 'board', board }
  return pendingKeyIds.length > 0 ? { type: 'loading' } : { type: 'inaccessible', workspaceId }
}

function boardWithoutUrl(
  boards: readonly AccessibleBoard[],
  pendingKeyIds: readonly string[],
  { keyId, recent }: BoardPreference,
): CurrentBoard {
  if (pendingKeyIds.length > 0) return { type: 'loading' }
  const candidates = keyId === undefined ? boards : boards.filter(({ key }) => key.id === keyId)
  const lastOpened = candidates.find((board) => isSameBoard(boardRefOf(board), recent[0]))
  const onlyBoard = candidates.length === 1 ? candidates[0] : undefined
  const board = lastOpened ?? onlyBoard
  return board ? { type: 'board', board } : { type: 'choose' }
}
