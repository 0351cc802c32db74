/** Runs computations side by side: what they ask for at the same time is answered together. */
export async function runTogether<Question, Answer, Result>(
  computations: readonly Generator<readonly Question[], Result, Answer[]>[],
  answer: (questions: readonly Question[]) => Promise<Answer[]>,
): Promise<Result[]> {
  const results: Result[] = []
  let waiting = computations.map((steps, index) => ({ index, steps, next: steps.next() }))
  while (waiting.length > 0) {
    for (const { index, next } of waiting) if (next.done) results[index] = next.value
    const asking = waiting.flatMap((one) => (one.next.done ? [] : [{ ...one, next: one.next }]))
    const answers = await answer(asking.flatMap(({ next }) => next.value))
    let start = 0
    waiting = asking.map(({ index, steps, next }) => {
      const own = answers.slice(start, start + next.value.length)
      start += next.value.length
      return { index, steps, next: steps.next(own) }
    })
  }
  return results
}
