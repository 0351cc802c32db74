import { boardWithId, projectWithId } from '#messages/name-messages.ts'
import { type BoardSession, projectKey } from '#model/board-ref.ts'
import { nameIn } from '#state/names.ts'
import { nameBoard, nameProject, usePreferencesStore } from '#state/preferences-store.ts'
import { useServiceNamesStore } from '#state/service-names-store.ts'

/** What a person can name on this device. */
export interface LocalName {
  /** How it is called without a name. */
  label: string
  /** Empty without one. */
  name: string
  save: (name: string) => void
}

/** The board and its project, unless the service names them. */
export function useLocalNames(session: BoardSession | undefined): LocalName[] {
  const local = usePreferencesStore()
  const service = useServiceNamesStore()
  if (!session) return []
  const { workspaceId, projectId } = session
  const names: LocalName[] = []
  if (nameIn(service.boardNames, workspaceId) === undefined) {
    names.push({
      label: boardWithId(workspaceId),
      name: nameIn(local.boardNames, workspaceId) ?? '',
      save: (name) => nameBoard(workspaceId, name),
    })
  }
  const key = projectId === undefined ? undefined : projectKey(workspaceId, projectId)
  if (projectId !== undefined && key && nameIn(service.projectNames, key) === undefined) {
    names.push({
      label: projectWithId(projectId),
      name: nameIn(local.projectNames, key) ?? '',
      save: (name) => nameProject(workspaceId, projectId, name),
    })
  }
  return names
}
