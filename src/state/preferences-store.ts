import { create } from 'zustand'
import { isObject, own } from '#contract/json.ts'
import { projectKey } from '#model/board-ref.ts'
import { createStorageEntry, readStringRecord } from './storage.ts'

/** `system` follows the operating system. */
export type Theme = 'system' | 'light' | 'dark'

/** Settings in this browser. */
export interface Preferences {
  theme: Theme
  /** Whether a single key such as R or M does something (WCAG 2.1.4). */
  hasSingleKeys: boolean
  /** Local names of boards, by workspaceId, for services that name none. */
  boardNames: Readonly<Record<string, string>>
  /** Local names of projects, by `projectKey`. */
  projectNames: Readonly<Record<string, string>>
}

const entry = createStorageEntry<Preferences>('trunkline.settings', readPreferences)

export const usePreferencesStore = create<Preferences>(() => readPreferences(undefined))

/** Loads the stored preferences, and takes over the changes of other tabs. */
export function initializePreferences(): void {
  usePreferencesStore.setState(entry.load())
  usePreferencesStore.subscribe((preferences) => entry.save(preferences))
  window.addEventListener('storage', (event) => {
    if (event.key === entry.key) usePreferencesStore.setState(entry.parse(event.newValue))
  })
}

/** Reads stored data of any shape, field by field. */
export function readPreferences(json: unknown): Preferences {
  const source = isObject(json) ? json : {}
  const theme = own(source, 'theme')
  return {
    theme: theme === 'light' || theme === 'dark' ? theme : 'system',
    hasSingleKeys: own(source, 'hasSingleKeys') !== false,
    boardNames: readStringRecord(own(source, 'boardNames')),
    projectNames: readStringRecord(own(source, 'projectNames')),
  }
}

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
