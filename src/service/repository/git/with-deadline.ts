import { messages } from '../../messages/messages.ts'

/**
 * Runs a task with a signal that is aborted after a time, or with the other signals. Node's own
 * AbortSignal.any() forgets a time limit that nothing else refers to.
 */
export async function withDeadline<Result>(
  ms: number,
  others: readonly AbortSignal[],
  task: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController()
  const abort = (event: Event) => {
    const { target } = event
    controller.abort(target instanceof AbortSignal ? target.reason : undefined)
  }
  const seconds = Math.round(ms / 1_000)
  const timer = setTimeout(() => {
    controller.abort(new Error(messages.repository.noAnswerWithin(seconds)))
  }, ms)
  for (const other of others) {
    if (other.aborted) controller.abort(other.reason)
    other.addEventListener('abort', abort, { once: true })
  }
  try {
    return await task(controller.signal)
  } finally {
    clearTimeout(timer)
    for (const other of others) other.removeEventListener('abort', abort)
  }
}
