import type { BoardSession } from '#model/board-ref.ts'
import type { OtherKey } from '#model/other-keys.ts'
import type { AccessibleBoard } from './me-query.ts'

/** An open board and what its key can do there. */
export interface BoardAccess {
  session: BoardSession
  role: string
  /** Other stored keys with access to the board. */
  otherKeys: readonly OtherKey[]
}

export function otherKeysFor(
  boards: readonly AccessibleBoard[],
  { keyId, workspaceId }: BoardSession,
): OtherKey[] {
  return boards
    .filter(({ key, entry }) => entry.workspaceId === workspaceId && key.id !== keyId)
    .map(({ key, entry }) => ({ keyId: key.id, name: key.name, role: entry.role }))
}
