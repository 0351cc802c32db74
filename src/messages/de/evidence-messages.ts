import type { Attention } from '#model/card-evidence.ts'

/** What needs somebody's attention, by what the next move would do. */
export const ATTENTION: Readonly<Record<Attention, string>> = {
  conflicts: 'Konflikte erwartet',
  red: 'Checks rot',
  running: 'Checks laufen',
}
