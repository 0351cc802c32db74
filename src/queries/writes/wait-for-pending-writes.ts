import type { QueryClient } from '@tanstack/react-query'

/** Longest wait for other writes: one slow write must not hide the outcome of the others. */
const MAX_WAIT_MS = 1_000

/** Waits until no write with this key is in progress, so that one load can confirm all of them. */
export function waitForPendingWrites(
  queryClient: QueryClient,
  mutationKey: readonly unknown[],
): Promise<void> {
  const isIdle = () => queryClient.isMutating({ mutationKey }) === 0
  if (isIdle()) return Promise.resolve()
  return new Promise((resolve) => {
    const finish = () => {
      unsubscribe()
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(finish, MAX_WAIT_MS)
    const unsubscribe = queryClient.getMutationCache().subscribe(() => {
      if (isIdle()) finish()
    })
  })
}
