import {
  MutationObserver,
  type MutationObserverOptions,
  type QueryClient,
} from '@tanstack/react-query'
import type { ApiError } from '#client/api-error.ts'
import { type Acknowledgment, createWriteClient, type WriteClient } from '#client/write-client.ts'
import { connectionFor } from '../api.ts'
import { acknowledgedOutcome, failedOutcome, type WriteOutcome } from './write-outcome.ts'

/** Its mutation key names a stored key: when a person removes that one, the write goes, too. */
export type WriteOptions<Variables> = MutationObserverOptions<Acknowledgment, ApiError, Variables> &
  Required<Pick<MutationObserverOptions, 'mutationKey'>>

/**
 * Runs one write and returns its outcome; never throws. Each write has its own observer, which is
 * reset when it settles: a shared observer's scope must never change.
 * See .github/decisions/0006-one-way-to-write.md.
 */
export async function runWrite<Variables>(
  queryClient: QueryClient,
  options: WriteOptions<Variables>,
  variables: Variables,
): Promise<WriteOutcome> {
  const observer = new MutationObserver<Acknowledgment, ApiError, Variables>(queryClient, options)
  try {
    return acknowledgedOutcome(await observer.mutate(variables))
  } catch (error) {
    return failedOutcome(error)
  } finally {
    observer.reset()
  }
}

/** Writes with a stored key. Throws ApiError when this tab does not have its secret. */
export function writesFor(queryClient: QueryClient, keyId: string): WriteClient {
  return createWriteClient(connectionFor(queryClient, keyId))
}
