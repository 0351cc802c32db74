import type { QueryClient } from '@tanstack/react-query'
import { createLoadClient } from '#client/load-client.ts'
import type { RawResponse } from '#client/send.ts'
import { serviceBaseUrl } from '#client/service-url.ts'
import type { Credential } from '#contract/readers/read-credential.ts'
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
