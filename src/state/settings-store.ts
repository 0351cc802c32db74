import * as v from 'valibot'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'

/** How the page is coloured; `system` follows the device. */
export type Theme = 'system' | 'light' | 'dark'

const settingsSchema = v.object({
  theme: v.fallback(v.picklist(['system', 'light', 'dark']), 'system'),
  /** The board looked at last, by key id and workspaceId. */
  lastBoard: v.fallback(v.nullable(v.object({ keyId: v.string(), workspaceId: v.string() })), null),
  /** The project looked at last on each board, by workspaceId. [gap G12] */
  lastProject: v.fallback(v.record(v.string(), v.string()), {}),
})

type Settings = v.InferOutput<typeof settingsSchema>

const DEFAULTS: Settings = v.parse(settingsSchema, {})

/** What this device remembers beside keys. Damaged or foreign data falls back to the defaults. */
export const useSettingsStore = create<Settings>()(
  persist(() => DEFAULTS, {
    name: 'trunkline.settings',
    version: 1,
    merge: (stored, current) => {
      const result = v.safeParse(settingsSchema, stored)
      return result.success ? result.output : current
    },
  }),
)

/** Chooses the colours of the page. */
export function setTheme(theme: Theme): void {
  useSettingsStore.setState({ theme })
}

/** Notes the board that is on screen. */
export function rememberBoard(keyId: string, workspaceId: string): void {
  useSettingsStore.setState({ lastBoard: { keyId, workspaceId } })
}

/** Notes the project that was chosen on a board. */
export function rememberProject(workspaceId: string, projectId: string): void {
  useSettingsStore.setState(({ lastProject }) => ({ lastProject: { ...lastProject, [workspaceId]: projectId } }))
}

/** Forgets which project was chosen on a board, so that it is asked for again. */
export function forgetProject(workspaceId: string): void {
  useSettingsStore.setState(({ lastProject: { [workspaceId]: _, ...others } }) => ({ lastProject: others }))
}
