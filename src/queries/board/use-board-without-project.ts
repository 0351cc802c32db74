import { useQuery } from '@tanstack/react-query'
import type { BoardSession } from '#model/board-ref.ts'
import { boardOptions } from './board-query.ts'

/**
 * The board without a project, loaded once, when the requested project can't be opened. [gap G12]
 */
export function useBoardWithoutProject(session: BoardSession) {
  return useQuery({
    ...boardOptions({ ...session, projectId: undefined }),
    enabled: session.projectId !== undefined,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })
}
