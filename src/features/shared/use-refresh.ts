import { REFRESHED } from '#messages/board-status-messages.ts'
import { type BoardSession, isSameBoard } from '#model/board-ref.ts'
import { useReloadBoard } from '#queries/feed/use-board.ts'
import { announce } from '#state/announcer.ts'
import { useBoardUiStore } from '#state/board-ui-store.ts'

/** Loads the board again because a person asked for it, who is told when it is there. */
export function useRefresh(session: BoardSession | undefined): () => void {
  const reload = useReloadBoard(session)
  return async () => {
    const isLoaded = await reload()
    if (isLoaded && isSameBoard(session, useBoardUiStore.getState().board)) announce(REFRESHED)
  }
}
