import type { Card } from '#contract/readers/read-card.ts'
import { readCardRepository } from '#contract/readers/read-card-repository.ts'
import { blockedReasonText } from '#messages/card-messages.ts'
import { BLOCKED } from '#messages/common-messages.ts'
import { expectation } from '#messages/next-move-messages.ts'
import { stopCause } from './card-evidence.ts'

/**
 * Why a move of a card to a further column is known to be refused: it was, or the service has tried
 * it. Undefined when nothing is known to be in the way.
 */
export function stoppedReason(card: Card): string | undefined {
  if (stopCause(card) === undefined) return undefined
  if (card.blocked) return `${BLOCKED}: ${blockedReasonText(card.blocked.reason)}`
  const next = readCardRepository(card.repository)?.next
  return next && expectation(next)
}
