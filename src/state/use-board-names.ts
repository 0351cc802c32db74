import { type Preferences, usePreferencesStore } from './preferences-store.ts'

/** The names of all boards, for lists of boards. */
export function useBoardNames(): Pick<Preferences, 'boardNames'> {
  const boardNames = usePreferencesStore((preferences) => preferences.boardNames)
  return { boardNames }
}
