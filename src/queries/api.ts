import type { QueryClient } from '@tanstack/react-query'
import { ApiError } from '#client/api-error.ts'
import { type BoardClient, createBoardClient } from '#client/board-client.ts'
import { serviceBaseUrl } from '#client/service-url.ts'
import { ENDPOINTS } from '#contract/endpoints.ts'
import { secretVault } from '#state/keys/secret-vault.ts'
import { pageStateOf } from './page-state.ts'

export function isSameOrigin(): boolean {
  return new URL(serviceBaseUrl()).origin === window.location.origin
}

/** The API with a stored key. Throws ApiError when this tab does not have its secret. */
export function apiFor(queryClient: QueryClient, keyId: string): BoardClient {
  const secret = secretVault.secretOf(keyId)
  if (secret === undefined) {
    const { method, path } = ENDPOINTS.me
    throw new ApiError({ type: 'not-stored', method, path, status: 401 })
  }
  const { inspectionQueue } = pageStateOf(queryClient)
  return createBoardClient({
    baseUrl: serviceBaseUrl(),
    secret,
    onResponse: (response) => inspectionQueue.add(keyId, response),
  })
}
