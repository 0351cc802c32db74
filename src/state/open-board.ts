import type { BoardRef } from '#model/board-ref.ts'
import { rememberBoard, rememberProject } from './recent-boards-store.ts'
import { startView } from './saved-views-store.ts'
import { changeUrl } from './url.ts'
import { readUrl } from './url-state.ts'

/**
 * Opens a board with a key, in its default view or as it was arranged last. Switching keys on the
 * same board does not change the URL.
 */
export function openBoard(board: BoardRef): void {
  rememberBoard(board)
  const { workspaceId } = readUrl()
  if (workspaceId === board.workspaceId) return
  // The Back button leads to the choice of a board.
  if (workspaceId === undefined) changeUrl({ workspaceId: null }, 'replace')
  const reset = { projectId: undefined, cardNumber: undefined, ...startView(board.workspaceId) }
  changeUrl({ workspaceId: board.workspaceId, ...reset }, 'push')
}

/** Opens a project of the current board; undefined opens the board without a project. */
export function openProject(workspaceId: string, projectId: string | undefined): void {
  if (projectId !== undefined) rememberProject(workspaceId, projectId)
  // The Back button leads to the choice of a project.
  if (readUrl().projectId === undefined) changeUrl({ projectId: null }, 'replace')
  changeUrl({ workspaceId, projectId: projectId ?? null }, 'push')
}
