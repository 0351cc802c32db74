import type { Card } from '#contract/readers/read-card.ts'
import type { BoardRef } from '#model/board-ref.ts'
import { type OpenedCard, setOpenedCard } from './board-ui-store.ts'
import { rememberBoard, rememberProject } from './recent-boards-store.ts'
import { changeUrl } from './url.ts'
import { PLAIN_VIEW, readUrl } from './url-state.ts'

/** Opens a board with a key. Switching keys on the same board does not change the URL. */
export function openBoard(board: BoardRef): void {
  rememberBoard(board)
  const { workspaceId } = readUrl()
  if (workspaceId === board.workspaceId) return
  // The Back button leads to the choice of a board.
  if (workspaceId === undefined) changeUrl({ workspaceId: null }, 'replace')
  const reset = { projectId: undefined, cardNumber: undefined, ...PLAIN_VIEW }
  changeUrl({ workspaceId: board.workspaceId, ...reset }, 'push')
}

/** Opens a project of the current board; undefined opens the board without a project. */
export function openProject(workspaceId: string, projectId: string | undefined): void {
  if (projectId !== undefined) rememberProject(workspaceId, projectId)
  // The Back button leads to the choice of a project.
  if (readUrl().projectId === undefined) changeUrl({ projectId: null }, 'replace')
  changeUrl({ workspaceId, projectId: projectId ?? null }, 'push')
}

type LinkedCard = Pick<Card, 'id' | 'number'>

/**
 * Opens the panel of a card. The URL names it by its number, if it has one. Back closes the panel,
 * whichever cards it has shown.
 */
export function openCard({ id, number }: LinkedCard, section?: OpenedCard['section']): void {
  setOpenedCard({ cardId: id, section })
  const isOpen = readUrl().cardNumber !== undefined
  if (number !== undefined || isOpen) changeUrl({ cardNumber: number }, isOpen ? 'replace' : 'push')
}

export function closeCard(): void {
  setOpenedCard(null)
  changeUrl({ cardNumber: undefined }, 'return')
}
