import type { Card } from '#contract/readers/read-card.ts'
import { readCardRepository } from '#contract/readers/read-card-repository.ts'
import { BRINGS_REST, expectation } from '#messages/next-move-messages.ts'
import { stopCause } from './card-evidence.ts'
import type { ColumnFacts } from './column-access.ts'
import { effectOnOthers } from './effect-on-others.ts'

/** Whether the service has tried the move into this column, and something was in its way. */
export function isExpectedToFail(card: Card, { statusId }: ColumnFacts): boolean {
  const next = readCardRepository(card.repository)?.next
  return next?.statusId === statusId && !card.blocked && stopCause(card) !== undefined
}

/**
 * What would be in the way of a move, or what it does beside moving the card, as the service has
 * found out; undefined for nothing, or when it hasn't said. The move stays allowed: the service
 * decides.
 */
export function expectationFor(card: Card, { statusId }: ColumnFacts): string | undefined {
  const { next, partly = [] } = readCardRepository(card.repository) ?? {}
  if (!next || next.statusId !== statusId) return undefined
  const isRest = partly.some((part) => part.statusId === statusId)
  const problem = expectation(next)
  if (problem !== undefined) return problem
  const effects = [isRest ? BRINGS_REST : undefined, effectOnOthers(next)]
  const text = effects.filter((effect) => effect !== undefined).join('; ')
  return text === '' ? undefined : `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}
