import { useEffect } from 'react'
import type { Board } from '#contract/readers/read-board.ts'
import { readProjects } from '#contract/readers/read-projects.ts'
import { whenIdle } from '#hooks/schedule.ts'
import { useSession } from '#queries/access/board-access.ts'
import { rememberProject, rememberSeenProjects } from '#state/recent-boards-store.ts'
import { learnProjectNames } from '#state/service-names-store.ts'

const MAX_IDLE_WAIT_MS = 2_000

/**
 * Remembers the open project, so that the board opens with it next time, and the projects of the
 * cards, to offer them when one has to be chosen. Looks for those when the page is idle. [gap G12]
 */
export function useRememberProjects(board: Board | undefined): void {
  const { workspaceId, projectId } = useSession()
  useEffect(() => {
    if (!board) return
    return whenIdle(() => {
      const ids = new Set<string>()
      for (const { cards } of board.columns) for (const card of cards) ids.add(card.projectId)
      ids.delete('')
      if (ids.size > 0) rememberSeenProjects(workspaceId, [...ids])
    }, MAX_IDLE_WAIT_MS)
  }, [workspaceId, board])
  const facts = board?.facts
  useEffect(() => learnProjectNames(workspaceId, readProjects(facts)), [workspaceId, facts])
  const isLoaded = board !== undefined
  useEffect(() => {
    if (isLoaded && projectId !== undefined) rememberProject(workspaceId, projectId)
  }, [isLoaded, workspaceId, projectId])
}
