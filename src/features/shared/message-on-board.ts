import { onBoard } from '#messages/move-messages.ts'
import { type BoardRef, isSameBoard } from '#model/board-ref.ts'
import { useBoardUiStore } from '#state/board-ui-store.ts'
import { boardTitle, currentNames } from '#state/names.ts'

export function isBoardOnScreen(board: BoardRef): boolean {
  return isSameBoard(useBoardUiStore.getState().board, board)
}

/** The message with the name of its board, unless that is the board on the screen. */
export function messageOnBoard(board: BoardRef, message: string): string {
  if (isBoardOnScreen(board)) return message
  return onBoard(boardTitle(currentNames(), board.workspaceId), message)
}
