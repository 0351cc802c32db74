import { MutationCache, notifyManager, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from '#client/api-error.ts'
import { markRefused } from '#state/keys-store.ts'
import { asksForBoard } from './failure.ts'

const READ_RETRIES = 3
const LONGEST_BACKOFF = 30_000

/**
 * The page's one QueryClient. Reads are tried again on network faults, 5xx and 429; writes decide for themselves, and
 * POST never. A 401 marks the key as refused, wherever it was met.
 */
export function createAppQueryClient(): QueryClient {
  // The usual timer would let one frame pass in which a dropped card is drawn at its old place.
  notifyManager.setScheduler(queueMicrotask)
  const queryClient: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { queryKey }) => {
        noteRefusedKey(error, queryKey)
        // The key is let in, but not here: what it reaches is read again. [gap G2]
        const isShut = error instanceof ApiError && ([403, 404].includes(error.status) || asksForBoard(error))
        if (isShut && queryKey[0] !== 'me') void queryClient.invalidateQueries({ queryKey: ['me', queryKey[1]] })
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => {
        const key = mutation.options.mutationKey ?? []
        noteRefusedKey(error, key)
        // What the key may do was not what the screen showed: it is read again. [gap G2]
        if (isDenied(error)) void queryClient.invalidateQueries({ queryKey: ['me', key[1]] })
      },
    }),
    defaultOptions: {
      queries: {
        networkMode: 'always',
        retry: (count, error) => error instanceof ApiError && error.isTransient && count < READ_RETRIES,
        retryDelay: (count, error) => waitBefore(count, error),
        refetchOnWindowFocus: 'always',
        staleTime: 5_000,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
  return queryClient
}

function isDenied(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 401 || error.status === 403)
}

/** How long to wait before the next try, in milliseconds: what the service asks for, else exponential with jitter. [gap G19] */
export function waitBefore(count: number, error: unknown): number {
  if (error instanceof ApiError && error.retryAfter !== undefined) return error.retryAfter
  return Math.min(LONGEST_BACKOFF, 500 * 2 ** count) * (0.75 + Math.random() / 2)
}

/** Every key of a query or mutation carries the held key's id in second place. */
function noteRefusedKey(error: unknown, key: readonly unknown[]): void {
  const keyId = key[1]
  if (error instanceof ApiError && error.status === 401 && typeof keyId === 'string') markRefused(keyId)
}
