import { create } from 'zustand'
import { createStorageEntry, readStringList } from './storage.ts'

const entry = createStorageEntry<readonly string[]>('trunkline.hints', readStringList)

interface HintsState {
  /** The ids of the hints that were dismissed in this browser. */
  seen: readonly string[]
  /** One was dismissed since the page was opened: the next one waits for the next visit. */
  isQuiet: boolean
}

export const useHintsStore = create<HintsState>(() => ({ seen: entry.load(), isQuiet: false }))

export function addSeenHints(ids: readonly string[]): void {
  // Another tab may have added some.
  const seen = [...new Set([...entry.load(), ...useHintsStore.getState().seen, ...ids])]
  useHintsStore.setState({ seen, isQuiet: true })
  entry.save(seen)
}
