import type { QueryClient } from '@tanstack/react-query'
import type { BoardSession } from '#model/board-ref.ts'
import { credentialOptions } from '#queries/credentials/me-query.ts'
import { boardFeedOf } from '#queries/feed/board-feed.ts'
import { labelsOptions } from '#queries/labels/labels-query.ts'
import { useKeysStore } from '#state/keys/keys-store.ts'

/**
 * Starts the loads of the first screen, or takes over those that `boot.ts` has started. The page
 * renders while it waits for the responses. The screen joins these loads, and shows their errors.
 */
export function warmUp(queryClient: QueryClient, session: BoardSession | undefined): void {
  const { keys } = useKeysStore.getState()
  for (const { id } of keys) void queryClient.prefetchQuery(credentialOptions(id))
  if (!session || keys.every(({ id }) => id !== session.keyId)) return
  void queryClient.prefetchQuery(boardFeedOf(queryClient, session).options)
  void queryClient.prefetchQuery(labelsOptions(session))
}
