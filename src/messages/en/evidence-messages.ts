import type { Attention } from '#model/card-evidence.ts'

/** What needs somebody's attention, by what the next move would do. */
export const ATTENTION: Readonly<Record<Attention, string>> = {
  conflicts: 'Would conflict',
  red: 'Checks red',
  running: 'Checks running',
}
