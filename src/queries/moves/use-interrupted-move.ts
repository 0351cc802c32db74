import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { hasInterruptedMove } from '#state/bulk-move-store.ts'
import { useSession } from '../access/board-access.ts'
import { useBoardFreshness } from '../board/board-query.ts'
import { loadBulkMoves } from './lazy-parts.ts'

/** Finds out what became of a bulk move after the page was loaded again, with the loaded board. */
export function useResolveInterruptedMove(): void {
  const queryClient = useQueryClient()
  const session = useSession()
  const isLoaded = useBoardFreshness(session).loadedAt !== undefined
  useEffect(() => {
    if (!isLoaded || !hasInterruptedMove()) return
    loadBulkMoves().then(
      ({ resolveInterruptedMove }) => resolveInterruptedMove(queryClient, session),
      () => undefined,
    )
  }, [queryClient, session, isLoaded])
}
