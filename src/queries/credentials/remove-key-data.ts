import type { QueryClient } from '@tanstack/react-query'
import { closeBoardWorker } from '../board/large-board-worker.ts'
import { belongsToKey, keyIdOf } from '../keys.ts'

/** Cancels and removes everything that was loaded or written with a key. */
export function removeKeyData(queryClient: QueryClient, keyId: string): void {
  const filter = { predicate: belongsToKey(keyId) }
  void queryClient.cancelQueries(filter)
  queryClient.removeQueries(filter)
  void removeFindings(keyId)
  closeBoardWorker(queryClient)
  const mutations = queryClient.getMutationCache()
  for (const mutation of mutations.getAll()) {
    if (keyIdOf(mutation.options.mutationKey) === keyId) mutations.remove(mutation)
  }
}

/** There are findings only if their code, which the first screen doesn't need, has been loaded. */
async function removeFindings(keyId: string): Promise<void> {
  const module = await import('#state/service-notices-store.ts').catch(() => undefined)
  module?.removeFindings(keyId)
}
