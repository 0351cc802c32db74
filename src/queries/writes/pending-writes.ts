import { type Mutation, useIsMutating } from '@tanstack/react-query'
import type { Acknowledgment } from '#client/write-client.ts'
import type { BoardRef } from '#model/board-ref.ts'

/** Whether a write still has to be applied over a board whose load started at `requestedAt`. */
export function isPendingWrite(mutation: Pick<Mutation, 'state'>, requestedAt: number): boolean {
  const { status, data } = mutation.state
  if (status === 'pending') return true
  return status === 'success' && isAcknowledgment(data) && data.acknowledgedAt >= requestedAt
}

function isAcknowledgment(data: unknown): data is Acknowledgment {
  return typeof data === 'object' && data !== null && 'acknowledgedAt' in data
}

/** Whether any write has no response yet. */
export function useHasPendingWrites(): boolean {
  return useIsMutating() > 0
}

/**
 * Writes of one card run one after the other; writes of different cards don't wait for each other.
 */
export function cardScope({ keyId, workspaceId }: BoardRef, cardId: string): { id: string } {
  return { id: ['card', keyId, workspaceId, cardId].join(':') }
}
