import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { keys } from '../keys.ts'

/** Loads /v1/me again for every stored key. */
export function useReloadCredentials(): () => void {
  const queryClient = useQueryClient()
  return useCallback(
    () => void queryClient.invalidateQueries({ queryKey: keys.credentials() }),
    [queryClient],
  )
}
