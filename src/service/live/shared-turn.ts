import { setImmediate as endOfTurn } from 'node:timers/promises'

/** `callers` share its result. */
type Work<Result> = (callers: number) => Promise<Result>

interface Group<Result> {
  callers: number
  result: Promise<Result>
}

/**
 * Does work once for all callers of one turn of the event loop that have the same key. It begins
 * when the turn ends, so that each of them gets what is true after the call.
 */
export class SharedTurn<Result> {
  readonly #waiting = new Map<string, Group<Result>>()

  run(key: string, work: Work<Result>): Promise<Result> {
    const group = this.#waiting.get(key) ?? this.#wait(key, work)
    group.callers += 1
    return group.result
  }

  #wait(key: string, work: Work<Result>): Group<Result> {
    const begin = (): Promise<Result> => {
      this.#waiting.delete(key)
      return work(group.callers)
    }
    const group: Group<Result> = { callers: 0, result: endOfTurn().then(begin) }
    this.#waiting.set(key, group)
    return group
  }
}
