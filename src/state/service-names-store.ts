import { create } from 'zustand'
import { isObject, own } from '#contract/json.ts'
import type { BoardEntry } from '#contract/readers/read-credential.ts'
import type { NamedProject } from '#contract/readers/read-projects.ts'
import { projectKey } from '#model/board-ref.ts'
import { createStorageEntry, readStringRecord } from './storage.ts'

/** How the service names boards and projects, as far as it does. [gap G29] */
interface ServiceNames {
  /** By workspaceId. */
  boardNames: Readonly<Record<string, string>>
  /** By `projectKey`. */
  projectNames: Readonly<Record<string, string>>
}

const entry = createStorageEntry<ServiceNames>('trunkline.names', (json) => {
  const source = isObject(json) ? json : {}
  return {
    boardNames: readStringRecord(own(source, 'boardNames')),
    projectNames: readStringRecord(own(source, 'projectNames')),
  }
})

export const useServiceNamesStore = create<ServiceNames>(() => ({
  boardNames: {},
  projectNames: {},
}))

/** Until the service answers, a board has the name that it had last. */
export function initializeServiceNames(): void {
  useServiceNamesStore.setState(entry.load())
  useServiceNamesStore.subscribe((names) => entry.save(names))
}

/** In UTF-16 units. */
const MAX_NAME_LENGTH = 60

function short(name: string): string {
  return name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH - 1)}…` : name
}

/** A board that has lost its name loses it here, too. */
export function learnBoardNames(boards: readonly BoardEntry[]): void {
  const names = Object.entries(useServiceNamesStore.getState().boardNames)
  const listed = new Set(boards.map(({ workspaceId }) => workspaceId))
  const others = names.filter(([workspaceId]) => !listed.has(workspaceId))
  const named = boards.flatMap(({ workspaceId, name }) =>
    name === undefined ? [] : [[workspaceId, short(name)] as const],
  )
  useServiceNamesStore.setState({ boardNames: Object.fromEntries([...others, ...named]) })
}

export function learnProjectNames(workspaceId: string, projects: readonly NamedProject[]): void {
  if (projects.length === 0) return
  const named = projects.map(({ id, name }) => [projectKey(workspaceId, id), short(name)])
  useServiceNamesStore.setState(({ projectNames }) => ({
    projectNames: { ...projectNames, ...Object.fromEntries(named) },
  }))
}
