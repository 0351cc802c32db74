import { setImmediate as endOfTurn } from 'node:timers/promises'

/** Returns the result of each value, in the same order. A result can be on its way. */
type Work<Value, Result> = (
  values: readonly Value[],
) => Promise<readonly (Result | Promise<Result>)[]>

interface Group<Value, Result> {
  values: Value[]
  results: ReturnType<Work<Value, Result>>
}

/**
 * Does work once for all values of one turn of the event loop. It begins when the turn ends, so
 * that each caller gets what is true after the call. If it fails, it fails for all of them.
 */
export class SharedTurn<Value, Result> {
  readonly #work: Work<Value, Result>
  #waiting: Group<Value, Result> | undefined

  constructor(work: Work<Value, Result>) {
    this.#work = work
  }

  async run(value: Value): Promise<Result> {
    const group = this.#waiting ?? this.#wait()
    const index = group.values.push(value) - 1
    const results = await group.results
    // There is one for each value.
    return results[index] as Result
  }

  #wait(): Group<Value, Result> {
    const values: Value[] = []
    const begin = () => {
      this.#waiting = undefined
      return this.#work(values)
    }
    this.#waiting = { values, results: endOfTurn().then(begin) }
    return this.#waiting
  }
}
