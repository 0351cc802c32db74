import { useQuery } from '@tanstack/react-query'
import type { BoardSession } from '#model/board-ref.ts'
import { boardOptions } from './board-query.ts'
import type { LoadedBoard } from './loaded-board.ts'

/** The board of the screen as it was loaded last. It doesn't load the board: `useBoard` does. */
export function useBoardData(session: BoardSession): LoadedBoard | undefined {
  return useQuery({ ...boardOptions(session), enabled: false }).data
}
