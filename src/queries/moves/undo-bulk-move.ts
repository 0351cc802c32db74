import type { QueryClient } from '@tanstack/react-query'
import type { BoardSession } from '#model/board-ref.ts'
import { loadBulkMoves } from './lazy-parts.ts'

/** Moves cards back to where they were, by card id and `statusId`. */
export async function undoBulkMove(
  queryClient: QueryClient,
  session: BoardSession,
  origins: ReadonlyMap<string, string>,
): Promise<void> {
  const { currentUndoPlan, runBulkMove } = await loadBulkMoves()
  const plan = currentUndoPlan(queryClient, session, origins)
  if (plan) await runBulkMove(queryClient, session, plan)
}
