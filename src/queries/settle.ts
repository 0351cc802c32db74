import { MutationObserver, type MutationObserverOptions, type QueryClient } from '@tanstack/react-query'
import type { ApiError } from '#client/api-error.ts'
import type { WriteAnswer } from '#client/board-client.ts'

/** Runs one write with an observer of its own, let go when it settles: a shared observer's scope must never change. */
export async function runWrite<Variables>(
  queryClient: QueryClient,
  options: MutationObserverOptions<WriteAnswer, ApiError, Variables>,
  variables: Variables,
): Promise<WriteAnswer> {
  const observer = new MutationObserver<WriteAnswer, ApiError, Variables>(queryClient, options)
  try {
    return await observer.mutate(variables)
  } finally {
    observer.reset()
  }
}

/** Resolves when no write under this key is under way, so that one read can speak for all of them. */
export function whenQuiet(queryClient: QueryClient, mutationKey: readonly unknown[]): Promise<void> {
  const isQuiet = () => queryClient.isMutating({ mutationKey }) === 0
  if (isQuiet()) return Promise.resolve()
  return new Promise((resolve) => {
    const stop = queryClient.getMutationCache().subscribe(() => {
      if (!isQuiet()) return
      stop()
      resolve()
    })
  })
}
