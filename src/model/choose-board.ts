import type { BoardRef, BoardSession } from './board-ref.ts'

/** What says which board a person wants to see. */
export interface BoardPreference {
  /** From the URL; null when a person has to choose. */
  workspaceId: string | null | undefined
  /** Opened boards, newest first. */
  recent: readonly BoardRef[]
}

/** What is known about a stored key. */
export interface KeyAccess {
  keyId: string
  /** The boards it has access to; undefined as long as the service hasn't said. */
  workspaceIds: readonly string[] | undefined
  /** Whether the service hasn't responded yet. */
  isPending: boolean
}

/** The board to show, or why there is none. */
export type BoardChoice =
  | { type: 'board'; board: BoardRef }
  /** The key that decides has no response yet. */
  | { type: 'loading' }
  /** There are several boards, and nobody has chosen one. */
  | { type: 'choose' }
  /** No stored key has access to the board in the URL. */
  | { type: 'inaccessible'; workspaceId: string }

/**
 * The board in the URL, with the key that was used last there; otherwise the last opened board;
 * otherwise the only one. Never one of several by chance, and never one because its key got the
 * first response. Without a board in the URL, the boards of `newestKeyId` are meant: the key that
 * was connected last.
 */
export function chooseBoard(
  keys: readonly KeyAccess[],
  preference: BoardPreference,
  newestKeyId?: string,
): BoardChoice {
  const pendingKeyIds = keys.filter((key) => key.isPending).map(({ keyId }) => keyId)
  const boards = keys.flatMap(({ keyId, workspaceIds = [] }) =>
    workspaceIds.map((workspaceId) => ({ keyId, workspaceId })),
  )
  const { workspaceId } = preference
  if (workspaceId === null) return { type: pendingKeyIds.length > 0 ? 'loading' : 'choose' }
  const wanted = wantedBoard(preference)
  if (workspaceId !== undefined) {
    return boardFromUrl({ workspaceId, keyId: wanted?.keyId }, boards, pendingKeyIds)
  }
  if (pendingKeyIds.length > 0) return { type: 'loading' }
  const isOfNewest = ({ keyId }: BoardRef) => newestKeyId === undefined || keyId === newestKeyId
  const board = lastOrOnly(boards.filter(isOfNewest), wanted)
  return board ? { type: 'board', board } : { type: 'choose' }
}

function boardFromUrl(
  { workspaceId, keyId }: WantedBoard,
  boards: readonly BoardRef[],
  pendingKeyIds: readonly string[],
): BoardChoice {
  if (keyId !== undefined && pendingKeyIds.includes(keyId)) return { type: 'loading' }
  const matching = boards.filter((board) => board.workspaceId === workspaceId)
  const board = matching.find((candidate) => candidate.keyId === keyId) ?? matching[0]
  if (board) return { type: 'board', board }
  return pendingKeyIds.length > 0 ? { type: 'loading' } : { type: 'inaccessible', workspaceId }
}

function lastOrOnly(
  boards: readonly BoardRef[],
  last: WantedBoard | undefined,
): BoardRef | undefined {
  const [only, ...others] = boards
  const lastOpened = boards.find(
    ({ keyId, workspaceId }) => keyId === last?.keyId && workspaceId === last.workspaceId,
  )
  return lastOpened ?? (others.length === 0 ? only : undefined)
}

/**
 * The board that a page with this URL will probably show, before the service has said anything;
 * undefined when a person has to choose, or when only the service knows. `lastProject` is by
 * workspaceId.
 */
export function guessSession(
  preference: BoardPreference & { projectId: string | null | undefined },
  lastProject: Readonly<Record<string, string>>,
  keyIds: readonly string[],
): BoardSession | undefined {
  const wanted = wantedBoard(preference)
  if (!wanted) return undefined
  const { workspaceId } = wanted
  const [onlyKeyId, ...otherKeyIds] = keyIds
  const keyId = wanted.keyId ?? (otherKeyIds.length === 0 ? onlyKeyId : undefined)
  if (keyId === undefined || !keyIds.includes(keyId)) return undefined
  return {
    keyId,
    workspaceId,
    projectId: projectToOpen(preference.projectId, lastProject, workspaceId),
  }
}

/** The project in the URL, or else the last one of the board; null in the URL is none. [gap G12] */
export function projectToOpen(
  projectInUrl: string | null | undefined,
  lastProject: Readonly<Record<string, string>>,
  workspaceId: string,
): string | undefined {
  if (projectInUrl !== undefined) return projectInUrl ?? undefined
  // An id can be "constructor".
  return Object.hasOwn(lastProject, workspaceId) ? lastProject[workspaceId] : undefined
}

interface WantedBoard {
  workspaceId: string
  /** The key that was used last there. */
  keyId: string | undefined
}

/** The board in the URL or the one opened last. */
function wantedBoard({ workspaceId, recent }: BoardPreference): WantedBoard | undefined {
  const wanted = workspaceId === undefined ? recent[0]?.workspaceId : workspaceId
  if (wanted === undefined || wanted === null) return undefined
  return { workspaceId: wanted, keyId: recent.find((ref) => ref.workspaceId === wanted)?.keyId }
}
