import type { QueryClient } from '@tanstack/react-query'
import type { ApiError } from '#client/api-error.ts'
import { serviceBaseUrl } from '#client/build-request.ts'
import { createLoadClient } from '#client/load-client.ts'
import type { RawResponse } from '#client/send.ts'
import type { Credential } from '#contract/readers/read-credential.ts'
import * as messages from '#messages/key-messages.ts'
import { errorMessage, failureMessage } from '#model/failure-message.ts'
import { inspectionQueueOf } from '../diagnostics/inspection-queue.ts'

/**
 * Finds out which credential a secret belongs to. `inspect` queues the response once its key is
 * known.
 */
export async function checkSecret(
  queryClient: QueryClient,
  secret: string,
): Promise<{ credential: Credential; inspect: (keyId: string) => void }> {
  const responses: RawResponse[] = []
  const onResponse = (response: RawResponse) => void responses.push(response)
  const api = createLoadClient({ baseUrl: serviceBaseUrl(), secret, onResponse })
  const credential = await api.me()
  const inspectionQueue = inspectionQueueOf(queryClient)
  const inspect = (keyId: string) => {
    for (const response of responses) inspectionQueue.add(keyId, response)
  }
  return { credential, inspect }
}

/** What a failed check of a key means, and what to do about it. [gap G2] */
export function keyErrorMessage(error: ApiError): string {
  const message = failureMessage(error)
  if (error.type === 'http' && error.status === 401) return messages.notAccepted(message)
  if (error.type === 'http' && error.status === 403) return messages.notAllowedHere(message)
  if (error.type === 'http') return messages.couldNotCheckKey(errorMessage(error))
  return error.type === 'unreadable' ? messages.checkServiceAddress(message) : message
}
