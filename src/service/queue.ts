/** Runs tasks one after another. */
export class Queue {
  #last: Promise<unknown> = Promise.resolve()

  /** Rejects with the reason of the signal if it's aborted before the task has its turn. */
  run<Result>(task: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    let hasBegun = false
    const result = this.#last.then(() => {
      signal?.throwIfAborted()
      hasBegun = true
      return task()
    })
    this.#last = result.catch(() => undefined)
    if (!signal) return result
    const givenUp = new Promise<never>((_, reject) => {
      const onAbort = () => !hasBegun && reject(signal.reason)
      signal.addEventListener('abort', onAbort, { once: true })
    })
    return Promise.race([result, givenUp])
  }

  /** Resolves when everything that was queued by now has ended. */
  async settled(): Promise<void> {
    await this.#last
  }
}
