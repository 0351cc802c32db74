import { create } from 'zustand'
import { isObject, own } from '#contract/json.ts'
import { type BoardRef, isSameBoard } from '#model/board-ref.ts'
import { EMPTY_FILTER } from '#model/card-filter.ts'
import { preserveFocus } from './board-ui-store.ts'
import { createStorageEntry, readStringListRecord, readStringRecord } from './storage.ts'
import { changeUrl, readUrl } from './url.ts'

interface RecentBoards {
  /** Opened boards, newest first. */
  recent: readonly BoardRef[]
  /** The last open project of each board, by workspaceId. [gap G12] */
  lastProject: Readonly<Record<string, string>>
  /** Projects that a board's cards belong to, by workspaceId. [gap G12] */
  seenProjects: Readonly<Record<string, readonly string[]>>
}

const MAX_BOARDS = 50
const MAX_PROJECTS = 50

const entry = createStorageEntry<RecentBoards>('trunkline.recent', readRecentBoards)

/** Before there was an entry for recent boards, they were stored with the preferences. */
const legacyEntry = createStorageEntry<RecentBoards>('trunkline.settings', readRecentBoards)

export const useRecentBoardsStore = create<RecentBoards>(() => readRecentBoards(undefined))

/** Loads the stored boards, and takes over the changes of other tabs. */
export function initializeRecentBoards(): void {
  const stored = entry.load()
  useRecentBoardsStore.setState(stored.recent.length > 0 ? stored : legacyEntry.load())
  useRecentBoardsStore.subscribe((state) => entry.save(state))
  window.addEventListener('storage', (event) => {
    if (event.key === entry.key) useRecentBoardsStore.setState(entry.parse(event.newValue))
  })
}

/** Reads stored data of any shape, field by field. */
export function readRecentBoards(json: unknown): RecentBoards {
  const source = isObject(json) ? json : {}
  const recent = own(source, 'recent')
  const boards = Array.isArray(recent) ? recent.flatMap((item) => readBoardRef(item) ?? []) : []
  return {
    recent: boards.slice(0, MAX_BOARDS),
    lastProject: readStringRecord(own(source, 'lastProject')),
    seenProjects: readStringListRecord(own(source, 'seenProjects')),
  }
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

function readBoardRef(json: unknown): BoardRef | undefined {
  if (!isObject(json)) return undefined
  const [keyId, workspaceId] = [own(json, 'keyId'), own(json, 'workspaceId')]
  const isValid = typeof keyId === 'string' && typeof workspaceId === 'string'
  return isValid ? { keyId, workspaceId } : undefined
}
