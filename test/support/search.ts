import { basename } from 'node:path'
import fc from 'fast-check'
import { expect } from 'vitest'

/**
 * A search runs the same few rounds in CI for each tree, and other ones, as long as it has time, in
 * `npm run search`, which sets these variables.
 */
const { SEARCH_SEED = '1', SEARCH_SECONDS } = process.env

const FIRST_SEED = Number(SEARCH_SEED)

/** In milliseconds, also where the time of a test is simulated. */
export const realTime = () => Number(process.hrtime.bigint() / 1_000_000n)

/** Whether there is time for another round of a search that began then, by `realTime()`. */
export function hasTime(startedAt: number): boolean {
  if (SEARCH_SECONDS === undefined) return false
  return realTime() - startedAt < Number(SEARCH_SECONDS) * 1_000
}

interface SearchOptions {
  /** In CI. A search with time has several batches of as many. */
  rounds: number
  /** Of inputs that are so large that finding a shorter one takes hours. */
  endOnFailure?: boolean
}

/** Rejects with the seed and the shortest input that fails. */
export async function searchProperty<Inputs>(
  property: fc.IRawProperty<Inputs>,
  { rounds, endOnFailure = false }: SearchOptions,
): Promise<void> {
  const startedAt = realTime()
  let seed = FIRST_SEED
  let count = 0
  do {
    const details = await fc.check(property, {
      numRuns: rounds,
      seed,
      endOnFailure,
      includeErrorInReport: true,
    })
    const report = await fc.asyncDefaultReportMessage(details)
    if (report !== undefined) throw new Error(`${report}\n\n${repeatHint(seed)}`)
    count += details.numRuns
    seed += 1
  } while (hasTime(startedAt))
  reportCount(count)
}

/** A number from 0 to below a limit. */
export type Random = (below: number) => number

/** The same numbers for the same seed. */
function createRandom(seed: number): Random {
  let state = seed
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

/** Runs `run` with other random numbers, and another seed, in each round. */
export async function searchRounds(
  rounds: number,
  run: (random: Random, seed: number) => Promise<void>,
): Promise<void> {
  const startedAt = realTime()
  let round = 0
  for (; round < rounds || hasTime(startedAt); round += 1) {
    const seed = FIRST_SEED + round
    await run(createRandom(seed), seed).catch((error) => {
      throw new Error(repeatHint(seed), { cause: error })
    })
  }
  reportCount(round)
}

function repeatHint(seed: number): string {
  const name = basename(expect.getState().testPath ?? '').replace(/\.test\.tsx?$/, '')
  return `To repeat it: npm run search -- --minutes 1 --seed ${seed} --only ${name}`
}

function reportCount(count: number): void {
  reportSearch(`${count} rounds from seed ${FIRST_SEED}, nothing found`)
}

/** Prints what a search has done; nothing in CI. */
export function reportSearch(text: string): void {
  if (SEARCH_SECONDS !== undefined) console.info(text)
}
