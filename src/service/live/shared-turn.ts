/**
 * Does work once for all callers of one turn of the event loop that have the same key. Each of them
 * gets what was true when the turn began, or later.
 */
export class SharedTurn<Result> {
  readonly #begun = new Map<string, Promise<Result>>()

  run(key: string, work: () => Promise<Result>): Promise<Result> {
    const begun = this.#begun.get(key)
    if (begun) return begun
    if (this.#begun.size === 0) setImmediate(() => this.#begun.clear())
    const result = work()
    this.#begun.set(key, result)
    return result
  }
}
