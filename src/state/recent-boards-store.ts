import { create } from 'zustand'
import { type BoardRef, isSameBoard } from '#model/board-ref.ts'
import { EMPTY_FILTER } from '#model/card-filter.ts'
import { preserveFocus } from './board-ui-store.ts'
import {
  loadRecentBoards,
  MAX_BOARDS,
  type RecentBoards,
  readRecentBoards,
  recentBoardsEntry,
} from './recent-boards.ts'
import { changeUrl } from './url.ts'
import { readUrl } from './url-state.ts'

const MAX_PROJECTS = 50

export const useRecentBoardsStore = create<RecentBoards>(() => readRecentBoards(undefined))

/** Loads the stored boards, and takes over the changes of other tabs. */
export function initializeRecentBoards(): void {
  useRecentBoardsStore.setState(loadRecentBoards())
  useRecentBoardsStore.subscribe((state) => recentBoardsEntry.save(state))
  window.addEventListener('storage', (event) => {
    if (event.key === recentBoardsEntry.key)
      useRecentBoardsStore.setState(recentBoardsEntry.parse(event.newValue))
  })
}

export function rememberBoard(board: BoardRef): void {
  const { keyId, workspaceId } = board
  useRecentBoardsStore.setState(({ recent }) => {
    if (isSameBoard(recent[0], board)) return {}
    const others = recent.filter((other) => !isSameBoard(other, board))
    return { recent: [{ keyId, workspaceId }, ...others].slice(0, MAX_BOARDS) }
  })
}

export function rememberProject(workspaceId: string, projectId: string): void {
  useRecentBoardsStore.setState(({ lastProject }) => ({
    lastProject: { ...lastProject, [workspaceId]: projectId },
  }))
}

export function rememberSeenProjects(workspaceId: string, projectIds: readonly string[]): void {
  const { seenProjects } = useRecentBoardsStore.getState()
  const known = seenProjects[workspaceId] ?? []
  const all = [...new Set([...known, ...projectIds])].slice(-MAX_PROJECTS)
  const isUnchanged = all.length === known.length && all.every((id) => known.includes(id))
  if (isUnchanged) return
  useRecentBoardsStore.setState({ seenProjects: { ...seenProjects, [workspaceId]: all } })
}

/** Opens a board with a key. Switching keys on the same board does not change the URL. */
export function openBoard(board: BoardRef): void {
  rememberBoard(board)
  const { workspaceId } = readUrl()
  if (workspaceId === board.workspaceId) return
  // The Back button leads to the choice of a board.
  if (workspaceId === undefined) changeUrl({ workspaceId: null }, 'replace')
  const reset = { projectId: undefined, cardNumber: undefined, ...EMPTY_FILTER }
  changeUrl({ workspaceId: board.workspaceId, ...reset }, 'push')
}

/** Opens the same board with another key. The focus stays on its card. */
export function switchKey(workspaceId: string, keyId: string): void {
  preserveFocus(workspaceId)
  rememberBoard({ keyId, workspaceId })
}

/** Opens a project of the current board; undefined opens the board without a project. */
export function openProject(workspaceId: string, projectId: string | undefined): void {
  if (projectId !== undefined) rememberProject(workspaceId, projectId)
  // The Back button leads to the choice of a project.
  if (readUrl().projectId === undefined) changeUrl({ projectId: null }, 'replace')
  changeUrl({ workspaceId, projectId: projectId ?? null }, 'push')
}
