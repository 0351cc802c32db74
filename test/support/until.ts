import { setTimeout } from 'node:timers/promises'

const PAUSE_MS = 20

/** Waits for what another process does, as long as the test may take. */
export async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await setTimeout(PAUSE_MS)
}
