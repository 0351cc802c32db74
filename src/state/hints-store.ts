import { create } from 'zustand'
import { createStorageEntry, readStringList } from './storage.ts'

const entry = createStorageEntry<readonly string[]>('trunkline.hints', readStringList)

/** The ids of the hints that were dismissed in this browser. */
export const useHintsStore = create<{ seen: readonly string[] }>(() => ({ seen: entry.load() }))

export function addSeenHints(ids: readonly string[]): void {
  // Another tab may have added some.
  const seen = [...new Set([...entry.load(), ...useHintsStore.getState().seen, ...ids])]
  useHintsStore.setState({ seen })
  entry.save(seen)
}
