import type { Mutation, QueryClient } from '@tanstack/react-query'
import type { Acknowledgment } from '#client/write-client.ts'

/** Whether a write still has to be applied over a board whose load started at `requestedAt`. */
export function isPendingWrite(mutation: Pick<Mutation, 'state'>, requestedAt: number): boolean {
  const { status, data } = mutation.state
  if (status === 'pending') return true
  return status === 'success' && isAcknowledgment(data) && data.acknowledgedAt >= requestedAt
}

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

function isAcknowledgment(data: unknown): data is Acknowledgment {
  return typeof data === 'object' && data !== null && 'acknowledgedAt' in data
}
