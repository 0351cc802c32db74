import { createContext, useContext } from 'react'
import type { BoardSession } from '#model/board-ref.ts'
import type { BoardAccess } from './credentials/board-access.ts'

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
