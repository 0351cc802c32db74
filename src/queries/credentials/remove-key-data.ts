import type { QueryClient } from '@tanstack/react-query'
import { closeBoardWorker } from '../feed/large-board-worker.ts'
import { belongsToKey, keyIdOf } from '../keys.ts'

/** Cancels and removes everything that was loaded or written with a key. */
export function removeKeyData(queryClient: QueryClient, keyId: string): void {
  const filter = { predicate: belongsToKey(keyId) }
  void queryClient.cancelQueries(filter)
  queryClient.removeQueries(filter)
  closeBoardWorker(queryClient)
  const mutations = queryClient.getMutationCache()
  for (const mutation of mutations.getAll()) {
    if (keyIdOf(mutation.options.mutationKey) === keyId) mutations.remove(mutation)
  }
}
