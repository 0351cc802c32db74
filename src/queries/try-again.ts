import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'

/** Asks again now, on request: also when a try is under way that would wait first, for as long as the service wished. */
export function useTryAgain(queryKey: QueryKey): () => void {
  const queryClient = useQueryClient()
  const hash = JSON.stringify(queryKey)
  return useCallback(() => void tryAgain(queryClient, JSON.parse(hash)), [queryClient, hash])
}

async function tryAgain(queryClient: QueryClient, queryKey: QueryKey): Promise<void> {
  await queryClient.cancelQueries({ queryKey })
  await queryClient.refetchQueries({ queryKey })
}
