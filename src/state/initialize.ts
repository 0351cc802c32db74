import { restoreKeys } from './keys/keys-store.ts'
import { initializePreferences } from './preferences-store.ts'
import { initializeRecentBoards } from './recent-boards-store.ts'
import { loadRetryTargets } from './retry-target-store.ts'
import { loadReportedFindings } from './unrecognized-store.ts'

/** Loads what this browser stores, before the first render. */
export async function initializeStores(): Promise<void> {
  initializeRecentBoards()
  initializePreferences()
  loadRetryTargets()
  loadReportedFindings()
  await restoreKeys()
}
