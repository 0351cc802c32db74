import { randomId } from '#model/random-id.ts'
import { showToast, useToastStore } from '../toast-store.ts'
import { addKey, saveKeys } from './add-key.ts'
import { useKeysStore } from './keys-store.ts'
import { secretVault } from './secret-vault.ts'
import { deviceEntry } from './stored-keys.ts'

/**
 * Removes a key, its secret, and its facts in all tabs. `restoreRemovedKey` undoes it in this tab.
 * See .github/decisions/0017-keys-and-secrets.md.
 */
export async function removeKey(id: string): Promise<void> {
  const key = useKeysStore.getState().keys.find((candidate) => candidate.id === id)
  const secret = secretVault.secretOf(id)
  await dropKeys([id])
  if (!key) return
  tellOtherTabs(key.clientId)
  useKeysStore.setState({ removedKey: secret === undefined ? undefined : { key, secret } })
}

/** Adds a removed key again, as long as its removal can be undone. */
export async function restoreRemovedKey(keyId: string): Promise<void> {
  const { removedKey } = useKeysStore.getState()
  if (removedKey?.key.id !== keyId) return
  const { key, secret } = removedKey
  discardRemovedKey(keyId)
  const { id, clientId, name, isRemembered } = key
  await addKey({ id, clientId, name, secret, remember: isRemembered })
}

/** The offer to undo is gone, and with it the last copy of the secret. */
function discardRemovedKey(keyId: string): void {
  const { removedKey } = useKeysStore.getState()
  if (removedKey?.key.id === keyId) useKeysStore.setState({ removedKey: undefined })
}

/** Follows what other tabs add and remove, also since this page has loaded its keys. */
export function followOtherTabs(): void {
  window.addEventListener('storage', (event) => {
    if (event.key === deviceEntry.key || event.key === null) void loadChangedKeys()
  })
  listenToOtherTabs((clientId) => {
    const removed = useKeysStore.getState().keys.filter((key) => key.clientId === clientId)
    if (removed.length === 0) return
    void dropKeys(removed.map((key) => key.id))
    useKeysStore.setState(({ removedInOtherTab }) => ({
      removedInOtherTab: [...removedInOtherTab, ...removed],
    }))
  })
  void loadChangedKeys()
}

async function dropKeys(ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  useKeysStore.setState(({ keys }) => ({ keys: keys.filter((key) => !ids.includes(key.id)) }))
  saveKeys()
  for (const id of ids) await secretVault.remove(id)
}

async function loadChangedKeys(): Promise<void> {
  const remembered = deviceEntry.load()
  const shown = useKeysStore.getState().keys.filter((key) => key.isRemembered)
  if (JSON.stringify(remembered) === JSON.stringify(shown)) return
  await secretVault.restoreRemembered(remembered.map(({ id }) => id))
  const rememberedIds = new Set(remembered.map((key) => key.id))
  const { keys } = useKeysStore.getState()
  const removed = keys.filter((key) => key.isRemembered && !rememberedIds.has(key.id))
  for (const key of removed) await secretVault.remove(key.id)
  useKeysStore.setState((state) => ({
    keys: [
      ...remembered.filter((key) => secretVault.secretOf(key.id) !== undefined),
      ...state.keys.filter((key) => !key.isRemembered),
    ],
  }))
}

/**
 * Keys that belong to one tab have no storage in common, so a removed key is announced to the other
 * tabs.
 */
interface KeyRemoved {
  /** The page that removed it: it has done so already, and may have undone it since. */
  pageId: string
  /** The clientId of the removed key. */
  removed: string
}

const CHANNEL = 'trunkline.keys'
const PAGE_ID = randomId()

export function tellOtherTabs(clientId: string): void {
  if (typeof BroadcastChannel === 'undefined') return
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage({ pageId: PAGE_ID, removed: clientId } satisfies KeyRemoved)
  channel.close()
}

export function listenToOtherTabs(onRemoved: (clientId: string) => void): void {
  if (typeof BroadcastChannel === 'undefined') return
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = ({ data }: MessageEvent<KeyRemoved>) => {
    if (data.pageId !== PAGE_ID) onRemoved(data.removed)
  }
}

/**
 * Removes a key, and offers to undo it in a toast with this message. The last copy of the secret
 * goes with the toast.
 */
export async function removeKeyWithUndo(keyId: string, message: string): Promise<void> {
  await removeKey(keyId)
  const action = { type: 'restore-key', keyId } as const
  const id = showToast(message, 'info', { actions: [action] })
  const unsubscribe = useToastStore.subscribe(({ toasts }) => {
    if (toasts.some((toast) => toast.id === id)) return
    unsubscribe()
    discardRemovedKey(keyId)
  })
}
