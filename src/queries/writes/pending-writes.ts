import type { Mutation } from '@tanstack/react-query'
import type { Acknowledgment } from '#client/write-client.ts'

/** Whether a write still has to be applied over a board whose load started at `requestedAt`. */
export function isPendingWrite(mutation: Pick<Mutation, 'state'>, requestedAt: number): boolean {
  const { status, data } = mutation.state
  if (status === 'pending') return true
  return status === 'success' && isAcknowledgment(data) && data.acknowledgedAt >= requestedAt
}

function isAcknowledgment(data: unknown): data is Acknowledgment {
  return typeof data === 'object' && data !== null && 'acknowledgedAt' in data
}
