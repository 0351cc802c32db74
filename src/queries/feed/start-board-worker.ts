import type { QueryClient } from '@tanstack/react-query'
import { scriptUrl } from '#client/script-url.ts'
import type { RawResponse } from '#client/send.ts'
import type { Finding } from '#contract/finding-collector.ts'
import workerUrl from './board-worker.ts?worker&url'
import { BoardWorkerClient } from './board-worker-client.ts'
import { boardWorkerOf } from './large-board-worker.ts'

/** In characters: about 1,000 cards. Smaller boards are read faster than they are sent. */
const LARGE_BOARD = 200_000

const url = scriptUrl('board-worker', workerUrl)

/**
 * Gives the text of a large board to the worker, which loads the next versions from then on.
 * Returns the unrecognized data in it; undefined for a small board, and without a worker.
 */
export async function learnLargeBoard(
  queryClient: QueryClient,
  keyId: string,
  { endpoint, text, workspaceId, url, headers }: RawResponse,
): Promise<readonly Finding[] | undefined> {
  if (endpoint !== 'board' || text.length < LARGE_BOARD) return undefined
  const worker = boardWorkerOf(queryClient)
  worker.client ??= startClient()
  return worker.client?.learn(text, { keyId, workspaceId }, url, headers.get('ETag'))
}

/** Undefined where there are no workers, or where another server forbids them. */
function startClient(): BoardWorkerClient | undefined {
  try {
    return new BoardWorkerClient(startBoardWorker())
  } catch {
    return undefined
  }
}

/** Throws when the browser or its Content-Security-Policy has no workers. */
function startBoardWorker(): Worker {
  return new Worker(url, { type: 'module' })
}
