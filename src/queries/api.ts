import type { QueryClient } from '@tanstack/react-query'
import { ApiError } from '#client/api-error.ts'
import { serviceBaseUrl } from '#client/build-request.ts'
import { createLoadClient, type LoadClient } from '#client/load-client.ts'
import type { Connection } from '#client/send.ts'
import { ENDPOINTS } from '#contract/endpoints.ts'
import { secretVault } from '#state/keys/secret-vault.ts'
import { inspectionQueueOf } from './diagnostics/inspection-queue.ts'

export function isSameOrigin(): boolean {
  return new URL(serviceBaseUrl()).origin === window.location.origin
}

/** Loads with a stored key. Throws ApiError when this tab does not have its secret. */
export function loadsFor(queryClient: QueryClient, keyId: string): LoadClient {
  return createLoadClient(connectionFor(queryClient, keyId))
}

/** Throws ApiError when this tab does not have the secret of the key. */
export function connectionFor(queryClient: QueryClient, keyId: string): Connection {
  const secret = secretVault.secretOf(keyId)
  if (secret === undefined) {
    const { method, path } = ENDPOINTS.me
    throw new ApiError({ type: 'not-stored', method, path, status: 401 })
  }
  const inspectionQueue = inspectionQueueOf(queryClient)
  return {
    baseUrl: serviceBaseUrl(),
    secret,
    onResponse: (response) => inspectionQueue.add(keyId, response),
  }
}
