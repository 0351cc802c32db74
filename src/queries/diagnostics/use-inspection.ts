import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { inspectResponses } from './inspect-responses.ts'
import { inspectionQueueOf } from './inspection-queue.ts'

/** Looks at the responses of the service as long as it is mounted, and at those before. */
export function useInspection(): void {
  const queryClient = useQueryClient()
  useEffect(() => inspectionQueueOf(queryClient).start(inspectResponses), [queryClient])
}
