import { setImmediate as nextTurn } from 'node:timers/promises'

/** Short enough that another request waits for a few milliseconds at most. */
const TURN_MS = 10

/** Lets other requests have their turn during work on thousands of cards. */
export class Turns {
  #startedAt = performance.now()

  /** To be called after each small part. It only waits when the turn was long enough. */
  async pause(): Promise<void> {
    if (performance.now() - this.#startedAt < TURN_MS) return
    await nextTurn()
    this.#startedAt = performance.now()
  }
}
