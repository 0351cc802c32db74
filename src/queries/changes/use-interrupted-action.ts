import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { BULK_KINDS } from '#model/bulk-kinds.ts'
import { interruptedType } from '#state/bulk-action-store.ts'
import { useSession } from '../access/board-access.ts'
import { useBoardFreshness } from '../feed/use-board.ts'
import { useLoadedLabels } from '../labels/labels-query.ts'
import { resolveInterruptedAction } from './bulk-actions.ts'

/**
 * Finds out what became of an action on many cards after the page was loaded again, with the loaded
 * board, and labels where they matter.
 */
export function useResolveInterruptedAction(): void {
  const queryClient = useQueryClient()
  const session = useSession()
  const hasLabels = useLoadedLabels(session) !== undefined
  const isLoaded = useBoardFreshness(session).loadedAt !== undefined
  useEffect(() => {
    const type = isLoaded ? interruptedType() : undefined
    if (type === undefined || (BULK_KINDS[type].needsLabels && !hasLabels)) return
    resolveInterruptedAction(queryClient, session)
  }, [queryClient, session, isLoaded, hasLabels])
}
