import { useIsMutating } from '@tanstack/react-query'

/** Whether any write has no response yet. */
export function useHasPendingWrites(): boolean {
  return useIsMutating() > 0
}
