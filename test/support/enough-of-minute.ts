import { setTimeout } from 'node:timers/promises'

/** Waits until enough is left of the minute of the clock, which limits of requests count by. */
export async function enoughOfMinute(): Promise<void> {
  const leftMs = 60_000 - (Date.now() % 60_000)
  if (leftMs < 15_000) await setTimeout(leftMs)
}
