import { useEffect } from 'react'
import type { Board } from '#contract/readers/read-board.ts'
import { useSession } from '#queries/session.ts'
import { rememberSeenProjects } from '#state/recent-boards-store.ts'

/** Remembers the projects of the cards, to offer them when one has to be chosen. [gap G12] */
export function useRememberProjects(board: Board | undefined): void {
  const { workspaceId } = useSession()
  useEffect(() => {
    const cards = board?.columns.flatMap((column) => column.cards) ?? []
    const ids = new Set(cards.map((card) => card.projectId))
    ids.delete('')
    if (ids.size > 0) rememberSeenProjects(workspaceId, [...ids])
  }, [workspaceId, board])
}
