/** How many random schedules a property test runs: SCHEDULES, or a number for the tier. */
export function scheduleCount({ quick, full }: { quick: number; full: number }): number {
  const { SCHEDULES, TEST_TIER } = process.env
  if (SCHEDULES) return Number(SCHEDULES)
  return TEST_TIER === 'full' ? full : quick
}
