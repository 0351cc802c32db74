import type { QueryClient } from '@tanstack/react-query'
import type { BoardEntry, Credential } from '#contract/readers/read-credential.ts'
import { keepNamesOf } from '#state/keep-service-names.ts'
import { closeBoardWorker } from '../feed/large-board-worker.ts'
import { belongsToKey, keyIdOf, keys } from '../keys.ts'

/** Cancels and removes everything that was loaded or written with a key. */
export function removeKeyData(queryClient: QueryClient, keyId: string): void {
  const filter = { predicate: belongsToKey(keyId) }
  void queryClient.cancelQueries(filter)
  queryClient.removeQueries(filter)
  const left = queryClient.getQueriesData<Credential>({ queryKey: keys.credentials() })
  keepNamesOf(left.flatMap(([, credential]) => credential?.boards ?? []).map(workspaceIdOf))
  closeBoardWorker(queryClient)
  const mutations = queryClient.getMutationCache()
  for (const mutation of mutations.getAll()) {
    if (keyIdOf(mutation.options.mutationKey) === keyId) mutations.remove(mutation)
  }
}

function workspaceIdOf({ workspaceId }: BoardEntry): string {
  return workspaceId
}
