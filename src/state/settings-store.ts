import { create } from 'zustand'
import { isObject, own } from '#contract/unknown.ts'

/** How the page is coloured; `system` follows the device. */
export type Theme = 'system' | 'light' | 'dark'

/** A board as seen with one held key. */
export interface BoardRef {
  keyId: string
  workspaceId: string
}

/** What this device remembers beside keys. Every text is an id of the service's, but for the names people gave. */
export interface Settings {
  theme: Theme
  /** The boards looked at, newest first. */
  recent: readonly BoardRef[]
  /** The project looked at last on each board, by workspaceId. [gap G12] */
  lastProject: Readonly<Record<string, string>>
  /** The projects that cards of a board were seen to belong to, by workspaceId. [gap G12] */
  seenProjects: Readonly<Record<string, readonly string[]>>
  /** Names that people gave to boards on this device, by workspaceId: the wire has none. */
  boardNames: Readonly<Record<string, string>>
  /** The same for projects, by projectKey. */
  projectNames: Readonly<Record<string, string>>
}

const ENTRY = 'trunkline.settings'
const REMEMBERED_BOARDS = 50
const REMEMBERED_PROJECTS = 50
const NAME_MAX = 60

/** The settings of this device. Damaged, foreign or missing data falls back to the defaults, field by field. */
export const useSettingsStore = create<Settings>()(() => readSettings(parsed(stored())))

useSettingsStore.subscribe((settings) => {
  try {
    const text = JSON.stringify(settings)
    if (text !== stored()) localStorage.setItem(ENTRY, text)
  } catch {
    // Storage is off or full: the settings live as long as this page.
  }
})

// What another tab has changed must not be written over with what this one remembers.
window.addEventListener('storage', (event) => {
  if (event.key === ENTRY) useSettingsStore.setState(readSettings(parsed(event.newValue)))
})

/** Reads stored settings, whatever they are. */
export function readSettings(json: unknown): Settings {
  const source = isObject(json) ? json : {}
  const theme = own(source, 'theme')
  const recent = own(source, 'recent')
  return {
    theme: theme === 'light' || theme === 'dark' ? theme : 'system',
    recent: Array.isArray(recent) ? recent.flatMap((one) => readBoardRef(one) ?? []).slice(0, REMEMBERED_BOARDS) : [],
    lastProject: textsOf(own(source, 'lastProject')),
    seenProjects: listsOf(own(source, 'seenProjects')),
    boardNames: textsOf(own(source, 'boardNames')),
    projectNames: textsOf(own(source, 'projectNames')),
  }
}

/** Chooses the colours of the page. */
export function setTheme(theme: Theme): void {
  useSettingsStore.setState({ theme })
}

/** Notes the board that is on screen, and the key it is seen with. */
export function rememberBoard(keyId: string, workspaceId: string): void {
  useSettingsStore.setState(({ recent }) => {
    const others = recent.filter((one) => one.keyId !== keyId || one.workspaceId !== workspaceId)
    return { recent: [{ keyId, workspaceId }, ...others].slice(0, REMEMBERED_BOARDS) }
  })
}

/** Notes the project that was chosen on a board. */
export function rememberProject(workspaceId: string, projectId: string): void {
  useSettingsStore.setState(({ lastProject }) => ({ lastProject: { ...lastProject, [workspaceId]: projectId } }))
}

/** Notes which projects the cards of a board belong to. */
export function rememberSeenProjects(workspaceId: string, projectIds: readonly string[]): void {
  const known = useSettingsStore.getState().seenProjects[workspaceId] ?? []
  const all = [...new Set([...known, ...projectIds])].slice(-REMEMBERED_PROJECTS)
  if (all.length === known.length && all.every((id) => known.includes(id))) return
  useSettingsStore.setState(({ seenProjects }) => ({ seenProjects: { ...seenProjects, [workspaceId]: all } }))
}

/** Gives a board a name on this device; an empty one takes it away. */
export function nameBoard(workspaceId: string, name: string): void {
  useSettingsStore.setState(({ boardNames }) => ({ boardNames: named(boardNames, workspaceId, name) }))
}

/** Gives a project a name on this device; an empty one takes it away. */
export function nameProject(workspaceId: string, projectId: string, name: string): void {
  const key = projectKey(workspaceId, projectId)
  useSettingsStore.setState(({ projectNames }) => ({ projectNames: named(projectNames, key, name) }))
}

/** Under which a project's name is kept: boards may use the same project ids. */
export function projectKey(workspaceId: string, projectId: string): string {
  return JSON.stringify([workspaceId, projectId])
}

/** What a board is called here: the name given on this device, else "Board 12". */
export function boardTitle({ boardNames }: Pick<Settings, 'boardNames'>, workspaceId: string): string {
  return ownText(boardNames, workspaceId) ?? `Board ${workspaceId}`
}

/** What a project is called here: the name given on this device, else "Project 42". */
export function projectTitle(
  { projectNames }: Pick<Settings, 'projectNames'>,
  workspaceId: string,
  projectId: string,
): string {
  return ownText(projectNames, projectKey(workspaceId, projectId)) ?? `Project ${projectId}`
}

function named(names: Readonly<Record<string, string>>, key: string, name: string): Record<string, string> {
  const { [key]: _, ...others } = names
  const text = name.trim().slice(0, NAME_MAX)
  return text ? { ...others, [key]: text } : others
}

function ownText(texts: Readonly<Record<string, string>>, key: string): string | undefined {
  return Object.hasOwn(texts, key) ? texts[key] : undefined
}

function readBoardRef(json: unknown): BoardRef | undefined {
  if (!isObject(json)) return undefined
  const [keyId, workspaceId] = [own(json, 'keyId'), own(json, 'workspaceId')]
  return typeof keyId === 'string' && typeof workspaceId === 'string' ? { keyId, workspaceId } : undefined
}

function stored(): string | null {
  try {
    return localStorage.getItem(ENTRY)
  } catch {
    return null
  }
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}

function textsOf(value: unknown): Record<string, string> {
  if (!isObject(value)) return {}
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

function listsOf(value: unknown): Record<string, string[]> {
  if (!isObject(value)) return {}
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, list]) =>
      Array.isArray(list) ? [[key, list.filter((one) => typeof one === 'string')]] : [],
    ),
  )
}
