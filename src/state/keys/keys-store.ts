import { create } from 'zustand'
import { secretVault } from './secret-vault.ts'
import { deviceEntry, type StoredKey, tabEntry } from './stored-keys.ts'

interface KeysState {
  keys: readonly StoredKey[]
  /** Keys for which the service returned 401. */
  rejectedKeyIds: ReadonlySet<string>
  /** The key that was connected last since the page was opened. */
  newestKeyId: string | undefined
  /** The key that was removed last, as long as a person can undo it. */
  removedKey: { key: StoredKey; secret: string } | undefined
  /** Keys that another tab has removed, until a person has been told. */
  removedInOtherTab: readonly StoredKey[]
}

export const useKeysStore = create<KeysState>(() => ({
  keys: [],
  rejectedKeyIds: new Set<string>(),
  newestKeyId: undefined,
  removedKey: undefined,
  removedInOtherTab: [],
}))

/** Storage that doesn't respond must not leave the page empty. */
const MAX_STORAGE_WAIT_MS = 2_000

/** Loads the stored keys. Keys whose secrets come late are added then. */
export async function restoreKeys(): Promise<void> {
  secretVault.restoreSession()
  const remembered = deviceEntry.load().map(({ id }) => id)
  const restored = secretVault.restoreRemembered(remembered).then(showStoredKeys)
  await Promise.race([restored, new Promise((end) => setTimeout(end, MAX_STORAGE_WAIT_MS))])
}

function showStoredKeys(): void {
  const stored = [...deviceEntry.load(), ...tabEntry.load()]
  const shown = useKeysStore.getState().keys
  const isNew = (key: StoredKey) => shown.every(({ id }) => id !== key.id)
  const keys = stored.filter((key) => isNew(key) && secretVault.secretOf(key.id) !== undefined)
  useKeysStore.setState({ keys: [...shown, ...keys] })
}

export function markKeyRejected(id: string): void {
  const { rejectedKeyIds } = useKeysStore.getState()
  if (rejectedKeyIds.has(id)) return
  useKeysStore.setState({ rejectedKeyIds: new Set([...rejectedKeyIds, id]) })
}

export function setNewestKey(newestKeyId: string | undefined): void {
  useKeysStore.setState({ newestKeyId })
}

export function isKeyStored(id: string): boolean {
  return useKeysStore.getState().keys.some((key) => key.id === id)
}
