import { execFileSync } from 'node:child_process'

/** How many random schedules a property test runs: SCHEDULES, or a number for the tier. */
export function scheduleCount({ quick, full }: { quick: number; full: number }): number {
  const { SCHEDULES, TEST_TIER } = process.env
  if (SCHEDULES) return Number(SCHEDULES)
  return TEST_TIER === 'full' ? full : quick
}

/**
 * The same schedules for the same tree, so that a failure can be run again, and other ones with
 * each change. SEED runs other ones.
 */
export function scheduleSeed(): number {
  if (process.env.SEED) return Number(process.env.SEED)
  try {
    const tree = execFileSync('git', ['rev-parse', '--short=8', 'HEAD^{tree}'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return Number.parseInt(tree.slice(0, 8), 16) | 0
  } catch {
    return Date.now() | 0
  }
}
