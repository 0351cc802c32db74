import { MutationObserver, type MutationObserverOptions, type QueryClient } from '@tanstack/react-query'
import { ApiError } from '#client/api-error.ts'
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

/** Longest that a read waits for other writes to settle, in milliseconds: one slow write must not hide the others' outcomes. */
const PATIENCE = 1_000

/** Resolves when no write under this key is under way, so that one read can speak for all of them, or when patience ends. */
export function whenQuiet(queryClient: QueryClient, mutationKey: readonly unknown[]): Promise<void> {
  const isQuiet = () => queryClient.isMutating({ mutationKey }) === 0
  if (isQuiet()) return Promise.resolve()
  return new Promise((resolve) => {
    const finish = () => {
      stop()
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(finish, PATIENCE)
    const stop = queryClient.getMutationCache().subscribe(() => {
      if (isQuiet()) finish()
    })
  })
}

/** Did this failure leave open whether the write was done? Then only a read can tell. [gap G20] */
export function leavesOpen(error: unknown): boolean {
  return !(error instanceof ApiError) || error.kind !== 'http' || error.status >= 500
}
