import { boardWithId, projectWithId } from '#messages/name-messages.ts'
import { projectKey } from '#model/board-ref.ts'
import { type Preferences, usePreferencesStore } from './preferences-store.ts'
import { useServiceNamesStore } from './service-names-store.ts'

/** Names of boards, by workspaceId, and of projects, by `projectKey`. */
export type Names = Pick<Preferences, 'boardNames' | 'projectNames'>

/** Local names are for what the service doesn't name. */
function joinNames(local: Names, service: Names): Names {
  return {
    boardNames: { ...local.boardNames, ...service.boardNames },
    projectNames: { ...local.projectNames, ...service.projectNames },
  }
}

/** As they are now, for code outside of components. */
export function currentNames(): Names {
  return joinNames(usePreferencesStore.getState(), useServiceNamesStore.getState())
}

export function useNames(): Names {
  const local = usePreferencesStore()
  const service = useServiceNamesStore()
  return joinNames(local, service)
}

/** The name, or "Board 12". */
export function boardTitle({ boardNames }: Pick<Names, 'boardNames'>, workspaceId: string): string {
  return nameIn(boardNames, workspaceId) ?? boardWithId(workspaceId)
}

/** The name, or "Project 42". */
export function projectTitle(names: Names, workspaceId: string, projectId: string): string {
  return projectName(names, workspaceId, projectId) ?? projectWithId(projectId)
}

export function projectName(
  { projectNames }: Pick<Names, 'projectNames'>,
  workspaceId: string,
  projectId: string,
): string | undefined {
  return nameIn(projectNames, projectKey(workspaceId, projectId))
}

export function useBoardTitle(workspaceId: string): string {
  return boardTitle(useNames(), workspaceId)
}

export function useProjectTitle(workspaceId: string, projectId: string): string {
  return projectTitle(useNames(), workspaceId, projectId)
}

/** Ignores inherited properties: an id can be "constructor". */
export function nameIn(names: Readonly<Record<string, string>>, key: string): string | undefined {
  return Object.hasOwn(names, key) ? names[key] : undefined
}
