import type { Card } from '#contract/readers/read-card.ts'
import { readCardRepository } from '#contract/readers/read-card-repository.ts'
import { expectation } from '#messages/next-move-messages.ts'
import type { ColumnFacts } from './column-access.ts'

/**
 * What would be in the way of a move, as the service has found out; undefined for nothing, or when
 * it hasn't said. The move stays allowed: the service decides.
 */
export function expectationFor(card: Card, { statusId }: ColumnFacts): string | undefined {
  const next = readCardRepository(card.repository)?.next
  return next && next.statusId === statusId ? expectation(next) : undefined
}
