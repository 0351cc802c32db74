import { createContext, useContext } from 'react'
import type { BoardSession } from '#model/board-ref.ts'
import type { OtherKey } from '#model/other-keys.ts'
import type { AccessibleBoard } from '../credentials/me-query.ts'

const BoardAccessContext = createContext<BoardAccess | undefined>(undefined)

/** Provides the open board and what its key can do there. */
export const BoardAccessProvider = BoardAccessContext.Provider

/** Undefined while no board is open. */
export function useOptionalBoardAccess(): BoardAccess | undefined {
  return useContext(BoardAccessContext)
}

export function useBoardAccess(): BoardAccess {
  const access = useOptionalBoardAccess()
  if (!access) throw new Error('useBoardAccess needs an open board.')
  return access
}

export function useSession(): BoardSession {
  return useBoardAccess().session
}

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
