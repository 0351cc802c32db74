import { DIGIT_SEPARATOR } from '#messages/page-messages.ts'

/**
 * A count in groups of three digits: "10,000". Not by `toLocaleString`: its first call takes longer
 * than a frame, on a slow device many of them.
 */
export function groupedDigits(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, DIGIT_SEPARATOR)
}
