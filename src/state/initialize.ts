import { restoreKeys } from './keys/keys-store.ts'
import { initializePreferences } from './preferences-store.ts'
import { initializeRecentBoards } from './recent-boards-store.ts'

/** Loads what the first screen needs of the browser's storage, before the first render. */
export async function initializeStores(): Promise<void> {
  initializeRecentBoards()
  initializePreferences()
  await restoreKeys()
}
