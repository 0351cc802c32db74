import { create } from 'zustand'
import { isObject, own } from '#contract/unknown.ts'

/** How the page is coloured; `system` follows the device. */
export type Theme = 'system' | 'light' | 'dark'

/** What this device remembers beside keys. */
export interface Settings {
  theme: Theme
  /** The board looked at last, by key id and workspaceId. */
  lastBoard: { keyId: string; workspaceId: string } | null
  /** The key used last on each board, by workspaceId. */
  lastKey: Readonly<Record<string, string>>
  /** The project looked at last on each board, by workspaceId. [gap G12] */
  lastProject: Readonly<Record<string, string>>
}

const ENTRY = 'trunkline.settings'

/** The settings of this device. Damaged, foreign or missing data falls back to the defaults, field by field. */
export const useSettingsStore = create<Settings>()(() => readSettings(stored()))

useSettingsStore.subscribe((settings) => {
  try {
    localStorage.setItem(ENTRY, JSON.stringify(settings))
  } catch {
    // Storage is off or full: the settings live as long as this page.
  }
})

/** Reads stored settings, whatever they are. */
export function readSettings(json: unknown): Settings {
  const source = isObject(json) ? json : {}
  const theme = own(source, 'theme')
  const lastBoard = own(source, 'lastBoard')
  const keyId = isObject(lastBoard) ? own(lastBoard, 'keyId') : undefined
  const workspaceId = isObject(lastBoard) ? own(lastBoard, 'workspaceId') : undefined
  return {
    theme: theme === 'light' || theme === 'dark' ? theme : 'system',
    lastBoard: typeof keyId === 'string' && typeof workspaceId === 'string' ? { keyId, workspaceId } : null,
    lastKey: textsOf(own(source, 'lastKey')),
    lastProject: textsOf(own(source, 'lastProject')),
  }
}

/** Chooses the colours of the page. */
export function setTheme(theme: Theme): void {
  useSettingsStore.setState({ theme })
}

/** Notes the board that is on screen, and the key it is seen with. */
export function rememberBoard(keyId: string, workspaceId: string): void {
  useSettingsStore.setState(({ lastKey }) => ({
    lastBoard: { keyId, workspaceId },
    lastKey: { ...lastKey, [workspaceId]: keyId },
  }))
}

/** Notes the project that was chosen on a board. */
export function rememberProject(workspaceId: string, projectId: string): void {
  useSettingsStore.setState(({ lastProject }) => ({ lastProject: { ...lastProject, [workspaceId]: projectId } }))
}

function stored(): unknown {
  try {
    return JSON.parse(localStorage.getItem(ENTRY) ?? 'null')
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
