import { projectKey, type Theme, usePreferencesStore } from './preferences-store.ts'

const MAX_NAME_LENGTH = 60

export function setTheme(theme: Theme): void {
  usePreferencesStore.setState({ theme })
}

export function setSingleKeys(hasSingleKeys: boolean): void {
  usePreferencesStore.setState({ hasSingleKeys })
}

/** An empty name removes the local name. */
export function nameBoard(workspaceId: string, name: string): void {
  usePreferencesStore.setState(({ boardNames }) => ({
    boardNames: withName(boardNames, workspaceId, name),
  }))
}

/** An empty name removes the local name. */
export function nameProject(workspaceId: string, projectId: string, name: string): void {
  const key = projectKey(workspaceId, projectId)
  usePreferencesStore.setState(({ projectNames }) => ({
    projectNames: withName(projectNames, key, name),
  }))
}

function withName(
  names: Readonly<Record<string, string>>,
  key: string,
  name: string,
): Record<string, string> {
  const { [key]: _, ...others } = names
  const text = name.trim().slice(0, MAX_NAME_LENGTH)
  return text ? { ...others, [key]: text } : others
}
