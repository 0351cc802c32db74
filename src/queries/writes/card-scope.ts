import type { BoardRef } from '#model/board-ref.ts'

/**
 * Writes of one card run one after the other; writes of different cards don't wait for each other.
 */
export function cardScope({ keyId, workspaceId }: BoardRef, cardId: string): { id: string } {
  return { id: ['card', keyId, workspaceId, cardId].join(':') }
}
