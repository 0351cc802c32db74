/** Runs tasks one after another. */
export class Queue {
  #last: Promise<unknown> = Promise.resolve()

  run<Result>(task: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(task)
    this.#last = result.catch(() => undefined)
    return result
  }

  /** Resolves when everything that was queued by now has ended. */
  async settled(): Promise<void> {
    await this.#last
  }
}
