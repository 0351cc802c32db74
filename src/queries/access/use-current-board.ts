import { isSameBoard } from '#model/board-ref.ts'
import { type BoardChoice, chooseBoard } from '#model/choose-board.ts'
import { useKeysStore } from '#state/keys/keys-store.ts'
import { useRecentBoardsStore } from '#state/recent-boards-store.ts'
import { useUrl } from '#state/url.ts'
import {
  type AccessibleBoard,
  accessibleBoards,
  boardRefOf,
  useKeyStatuses,
} from '../credentials/me-query.ts'

/** The board to show, or why there is none. */
export type CurrentBoard =
  | { type: 'board'; board: AccessibleBoard }
  | Exclude<BoardChoice, { type: 'board' }>

export function useCurrentBoard(): CurrentBoard {
  const { workspaceId } = useUrl()
  const newestKeyId = useKeysStore((state) => state.newestKeyId)
  const recent = useRecentBoardsStore((state) => state.recent)
  const statuses = useKeyStatuses()
  const access = statuses.map(({ key, credential, error }) => ({
    keyId: key.id,
    workspaceIds: credential?.boards.map((board) => board.workspaceId),
    isPending: !credential && !error,
  }))
  const choice = chooseBoard(access, { workspaceId, recent }, newestKeyId)
  if (choice.type !== 'board') return choice
  const isChosen = (board: AccessibleBoard) => isSameBoard(boardRefOf(board), choice.board)
  const board = accessibleBoards(statuses).find(isChosen)
  return board ? { type: 'board', board } : { type: 'choose' }
}

/** The board in the URL, as long as a key could turn out to have access to it. */
export function useRequestedBoard(): string | undefined {
  const { workspaceId } = useUrl()
  const mayHaveAccess = useKeyStatuses().some(
    ({ credential, error }) => !credential && (!error || error.isTransient),
  )
  return mayHaveAccess ? (workspaceId ?? undefined) : undefined
}
