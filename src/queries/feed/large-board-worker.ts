import type { QueryClient } from '@tanstack/react-query'
import { perClient } from '../per-client.ts'
import type { BoardWorkerClient } from './board-worker-client.ts'

/** The worker for large boards; undefined until there was one. It remembers the last board. */
export const boardWorkerOf = perClient<{ client: BoardWorkerClient | undefined }>(() => ({
  client: undefined,
}))

/** Nothing of a removed key may stay in the worker. */
export function closeBoardWorker(queryClient: QueryClient): void {
  const worker = boardWorkerOf(queryClient)
  worker.client?.close()
  worker.client = undefined
}
