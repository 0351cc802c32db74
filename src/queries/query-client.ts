import { MutationCache, notifyManager, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from '#client/api-error.ts'
import { markKeyRejected } from '#state/keys/keys-store.ts'
import { requiresBoard } from './errors.ts'
import { isCredentialKey, keyIdOf, keys } from './keys.ts'

const MAX_LOAD_RETRIES = 3
const MAX_BACKOFF_MS = 30_000

/**
 * The page's only QueryClient. Loads are retried after network errors, 5xx, and 429. Writes decide
 * for themselves, and a POST is never repeated except after 429. A 401 of any request marks its key
 * as not accepted.
 */
export function createAppQueryClient(): QueryClient {
  // The default timer would let one frame pass in which a dropped card is at its old place.
  notifyManager.setScheduler(queueMicrotask)
  const queryClient: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { queryKey }) => handleLoadError(queryClient, error, queryKey),
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) =>
        handleWriteError(queryClient, error, mutation.options.mutationKey),
    }),
    defaultOptions: {
      queries: {
        networkMode: 'always',
        retry: (count, error) =>
          error instanceof ApiError && error.isTransient && count < MAX_LOAD_RETRIES,
        retryDelay: retryDelayMs,
        refetchOnWindowFocus: 'always',
        staleTime: 5_000,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
  return queryClient
}

/** The Retry-After of the response, otherwise exponential backoff with jitter. [gap G19] */
export function retryDelayMs(count: number, error: unknown): number {
  if (error instanceof ApiError && error.retryAfter !== undefined) return error.retryAfter
  return Math.min(MAX_BACKOFF_MS, 500 * 2 ** count) * (0.75 + Math.random() / 2)
}

function handleLoadError(queryClient: QueryClient, error: unknown, key: readonly unknown[]): void {
  markRejectedKey(error, key)
  if (!(error instanceof ApiError) || isCredentialKey(key)) return
  // Forbidden on this board: load /v1/me again, because the key's access may have changed. [gap G2]
  const isInaccessible = [403, 404].includes(error.status) || requiresBoard(error)
  if (isInaccessible) reloadCredential(queryClient, key)
}

function handleWriteError(
  queryClient: QueryClient,
  error: unknown,
  key: readonly unknown[] | undefined,
): void {
  markRejectedKey(error, key)
  const isDenied = error instanceof ApiError && [401, 403].includes(error.status)
  // The key's access is not what the screen showed: load it again. [gap G2]
  if (isDenied) reloadCredential(queryClient, key)
}

function reloadCredential(queryClient: QueryClient, key: readonly unknown[] | undefined): void {
  const keyId = keyIdOf(key)
  if (keyId === undefined) return
  void queryClient.invalidateQueries({ queryKey: keys.credential(keyId) })
}

function markRejectedKey(error: unknown, key: readonly unknown[] | undefined): void {
  const keyId = keyIdOf(key)
  if (keyId === undefined) return
  if (error instanceof ApiError && error.status === 401) markKeyRejected(keyId)
}
