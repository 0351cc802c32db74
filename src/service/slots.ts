/** Lets a number of tasks run at the same time. The others wait for their turn. */
export class Slots {
  #free: number
  readonly #waiting: (() => void)[] = []

  constructor(count: number) {
    this.#free = count
  }

  /** Who waits leaves with the reason of the signal. */
  async run<Result>(task: () => Promise<Result> | Result, signal?: AbortSignal): Promise<Result> {
    signal?.throwIfAborted()
    if (this.#free > 0) this.#free -= 1
    else await this.#turn(signal)
    try {
      return await task()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#free += 1
    }
  }

  #turn(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        const place = this.#waiting.indexOf(start)
        if (place !== -1) this.#waiting.splice(place, 1)
        reject(signal?.reason)
      }
      const start = () => {
        signal?.removeEventListener('abort', leave)
        resolve()
      }
      signal?.addEventListener('abort', leave, { once: true })
      this.#waiting.push(start)
    })
  }
}
