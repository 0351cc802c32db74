import type { QueryClient } from '@tanstack/react-query'
import { createWriteClient, type WriteClient } from '#client/write-client.ts'
import { connectionFor } from '../api.ts'

/** Writes with a stored key. Throws ApiError when this tab does not have its secret. */
export function writesFor(queryClient: QueryClient, keyId: string): WriteClient {
  return createWriteClient(connectionFor(queryClient, keyId))
}
