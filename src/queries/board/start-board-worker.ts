import { scriptUrl } from '#client/script-url.ts'
import workerUrl from './board-worker.ts?worker&url'

const url = scriptUrl('board-worker', workerUrl)

/** Throws when the browser or its Content-Security-Policy has no workers. */
export function startBoardWorker(): Worker {
  return new Worker(url, { type: 'module' })
}
