import type { BoardSession } from '#model/board-ref.ts'
import type { RecentBoards } from './recent-boards.ts'
import type { UrlState } from './url-state.ts'

/**
 * The board that a page with this URL will probably show; undefined when a person has to choose, or
 * when only the service knows.
 */
export function guessSession(
  url: Pick<UrlState, 'workspaceId' | 'projectId'>,
  { recent, lastProject }: RecentBoards,
  keyIds: readonly string[],
): BoardSession | undefined {
  const [newest] = recent
  const workspaceId = url.workspaceId === undefined ? newest?.workspaceId : url.workspaceId
  if (workspaceId === undefined || workspaceId === null) return undefined
  const [onlyKeyId, ...otherKeyIds] = keyIds
  const lastKeyId = recent.find((board) => board.workspaceId === workspaceId)?.keyId
  const keyId = lastKeyId ?? (otherKeyIds.length === 0 ? onlyKeyId : undefined)
  if (keyId === undefined || !keyIds.includes(keyId)) return undefined
  const lastProjectId = Object.hasOwn(lastProject, workspaceId)
    ? lastProject[workspaceId]
    : undefined
  const projectId = url.projectId === undefined ? lastProjectId : (url.projectId ?? undefined)
  return { keyId, workspaceId, projectId }
}
