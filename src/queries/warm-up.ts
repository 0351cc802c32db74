import type { QueryClient } from '@tanstack/react-query'
import type { BoardSession } from '#model/board-ref.ts'
import { useKeysStore } from '#state/keys/keys-store.ts'
import { boardOptions } from './board/board-query.ts'
import { credentialOptions } from './credentials/me-query.ts'
import { labelsOptions } from './labels/labels-query.ts'

/** On a slow network, the skeleton of the board comes first. */
const MAX_WAIT_MS = 150

/**
 * Loads what the first screen shows before it renders: a page that has its data at once renders
 * once. It never waits long, and never fails: the screen loads the same again, with its errors.
 */
export async function warmUp(
  queryClient: QueryClient,
  session: BoardSession | undefined,
): Promise<void> {
  const { keys } = useKeysStore.getState()
  const loads = keys.map(({ id }) => queryClient.prefetchQuery(credentialOptions(id)))
  if (session && keys.some(({ id }) => id === session.keyId)) {
    loads.push(queryClient.prefetchQuery(boardOptions(session)))
    loads.push(queryClient.prefetchQuery(labelsOptions(session)))
  }
  await Promise.race([
    Promise.all(loads),
    new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS)),
  ])
}
