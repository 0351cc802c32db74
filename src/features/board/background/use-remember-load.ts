import { useEffect } from 'react'
import { useLatest } from '#hooks/use-effect-event.ts'
import { useSession } from '#queries/access/board-access.ts'
import { boardOnDevice, rememberLoad } from '#state/last-load.ts'

/** Remembers when the board was loaded, for a page that is opened without a connection. */
export function useRememberLoad(loadedAt: number | undefined): void {
  const { workspaceId, projectId } = useSession()
  const board = boardOnDevice(workspaceId, projectId)
  const latest = useLatest(loadedAt)
  const isLoaded = loadedAt !== undefined
  useEffect(() => {
    if (!isLoaded) return
    const remember = () => {
      if (latest.current !== undefined) rememberLoad(board, latest.current)
    }
    remember()
    // Not with each load: a board that nobody changes is confirmed every few seconds.
    document.addEventListener('visibilitychange', remember)
    return () => document.removeEventListener('visibilitychange', remember)
  }, [board, isLoaded, latest])
}
