import { hashKey, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'

/** Loads again now, also while an automatic retry is waiting for its Retry-After. */
export function useRetry(queryKey: QueryKey): () => void {
  const queryClient = useQueryClient()
  const latestKey = useRef(queryKey)
  if (hashKey(latestKey.current) !== hashKey(queryKey)) latestKey.current = queryKey
  return useCallback(async () => {
    const key = latestKey.current
    await queryClient.cancelQueries({ queryKey: key })
    await queryClient.refetchQueries({ queryKey: key })
  }, [queryClient])
}
