import type { FakePull } from './fake-forge.ts'

/** A review changes it, and so does a push. */
export function updatedAt({ reviews, head }: FakePull): string {
  const minute = (reviews.length * 7 + Number.parseInt(head.slice(0, 6), 16)) % 60
  return new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString()
}
