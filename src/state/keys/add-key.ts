import { randomId } from '#model/random-id.ts'
import { useKeysStore } from './keys-store.ts'
import { secretVault } from './secret-vault.ts'
import { deviceEntry, type StoredKey, tabEntry } from './stored-keys.ts'

/** A key that the service has accepted. */
export interface NewKey {
  /** From `keyIdFor`. */
  id: string
  clientId: string
  name: string
  secret: string
  remember: boolean
}

/** One credential is one key, however often it is added. */
export function keyIdFor(clientId: string): string {
  const existing = useKeysStore.getState().keys.find((key) => key.clientId === clientId)
  return existing?.id ?? randomId()
}

/** Adds a key, or replaces the secret of the stored key with this id. */
export async function addKey(newKey: NewKey): Promise<StoredKey> {
  const { id, clientId, name, secret, remember } = newKey
  const isWanted = remember || isKeyRemembered(id)
  const isStored = await secretVault.store(id, secret, isWanted)
  const isRemembered = isStored && isWanted
  const key: StoredKey = { id, clientId, name, tail: secret.slice(-4), isRemembered }
  useKeysStore.setState(({ keys, rejectedKeyIds }) => ({
    keys: withKey(keys, key),
    rejectedKeyIds: new Set([...rejectedKeyIds].filter((rejectedId) => rejectedId !== id)),
  }))
  saveKeys()
  return key
}

function isKeyRemembered(id: string): boolean {
  return useKeysStore.getState().keys.some((key) => key.id === id && key.isRemembered)
}

/** In the place of the key with the same id, or at the end. */
function withKey(keys: readonly StoredKey[], key: StoredKey): StoredKey[] {
  const isNew = keys.every((other) => other.id !== key.id)
  return isNew ? [...keys, key] : keys.map((other) => (other.id === key.id ? key : other))
}

/** In the storage of the device or of the tab, without secrets. */
export function saveKeys(): void {
  const { keys } = useKeysStore.getState()
  const remembered = keys.filter((key) => key.isRemembered)
  const inTab = keys.filter((key) => !key.isRemembered)
  deviceEntry.save(remembered.length > 0 ? remembered : undefined)
  tabEntry.save(inTab.length > 0 ? inTab : undefined)
}
