import { create } from 'zustand'
import { isObject, own } from '#contract/unknown.ts'
import { say } from './notice-store.ts'
import { forgetSecret, keepSecret, restoreSecrets, secretOf } from './secret-vault.ts'

/** A key held by this browser: what may be shown and kept of it. Never the secret, only its last four characters. */
export interface HeldKey {
  /** A random id of this browser's; the secret's stand-in in query keys. */
  id: string
  clientId: string
  name: string
  tail: string
  remembered: boolean
}

interface KeysState {
  keys: readonly HeldKey[]
  /** Ids of keys that the service stopped accepting in this session. */
  refused: ReadonlySet<string>
}

/** The keys held by this browser. Their secrets are in the vault. */
export const useKeysStore = create<KeysState>(() => ({ keys: [], refused: new Set<string>() }))

const ENTRY = 'trunkline.keys'
const SESSION_ENTRY = 'trunkline.session-keys'

/** Loads the held keys at start and follows what other tabs do to the remembered ones. */
export async function restoreKeys(): Promise<void> {
  const held = await restoreSecrets()
  const keys = [...readFacts(localStore()), ...readFacts(tabStore())].filter((key) => held.has(key.id))
  useKeysStore.setState({ keys })
  window.addEventListener('storage', (event) => {
    if (event.key === ENTRY || event.key === null) void followOtherTabs()
  })
  listenToOtherTabs()
}

/** What a tab tells the others: a credential whose key was removed. Keys of one tab alone have no storage in common. */
interface KeyNews {
  removed: string
}

const CHANNEL = 'trunkline.keys'

function tellOtherTabs(news: KeyNews): void {
  if (typeof BroadcastChannel === 'undefined') return
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage(news)
  channel.close()
}

function listenToOtherTabs(): void {
  if (typeof BroadcastChannel === 'undefined') return
  new BroadcastChannel(CHANNEL).onmessage = ({ data }: MessageEvent<KeyNews>) => {
    const gone = useKeysStore.getState().keys.filter((key) => key.clientId === data.removed)
    void dropKeys(gone.map((key) => key.id))
    for (const { name, tail } of gone) say(`Key ${name} …${tail} was removed in another tab.`, 'neutral')
  }
}

async function dropKeys(ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  useKeysStore.setState(({ keys }) => ({ keys: keys.filter((key) => !ids.includes(key.id)) }))
  writeFacts()
  for (const id of ids) await forgetSecret(id)
}

/** What is known of a key once the service has accepted it. */
export interface AcceptedKey {
  /** From keyIdFor. */
  id: string
  clientId: string
  name: string
  secret: string
  remember: boolean
}

/** The id under which a credential is, or will be, held: one credential is one key, however often it is added. */
export function keyIdFor(clientId: string): string {
  return useKeysStore.getState().keys.find((key) => key.clientId === clientId)?.id ?? crypto.randomUUID()
}

/** Adds an accepted key, or replaces the secret of the one that is already held under its id. */
export async function addKey({ id, clientId, name, secret, remember }: AcceptedKey): Promise<HeldKey> {
  const before = useKeysStore.getState().keys.find((key) => key.id === id)
  const wanted = remember || (before?.remembered ?? false)
  const remembered = (await keepSecret(id, secret, wanted)) && wanted
  const key: HeldKey = { id, clientId, name, tail: secret.slice(-4), remembered }
  useKeysStore.setState(({ keys, refused }) => ({
    keys: keys.some((one) => one.id === id) ? keys.map((one) => (one.id === id ? key : one)) : [...keys, key],
    refused: new Set([...refused].filter((one) => one !== id)),
  }))
  writeFacts()
  return key
}

/**
 * Forgets a key, its secret and its facts, in all tabs. What is returned holds the key anew: the one copy of the secret
 * that is left lives in that function, for as long as the offer to undo stands.
 */
export async function removeKey(id: string): Promise<() => Promise<HeldKey | undefined>> {
  const [key, secret] = [useKeysStore.getState().keys.find((one) => one.id === id), secretOf(id)]
  await dropKeys([id])
  if (key) tellOtherTabs({ removed: key.clientId })
  return async () => {
    if (!key || secret === undefined) return undefined
    return addKey({ id, clientId: key.clientId, name: key.name, secret, remember: key.remembered })
  }
}

/** Notes that the service no longer accepts a key. */
export function markRefused(id: string): void {
  const { refused } = useKeysStore.getState()
  if (!refused.has(id)) useKeysStore.setState({ refused: new Set([...refused, id]) })
}

async function followOtherTabs(): Promise<void> {
  await restoreSecrets()
  const remembered = readFacts(localStore())
  const gone = useKeysStore
    .getState()
    .keys.filter((key) => key.remembered && !remembered.some((one) => one.id === key.id))
  for (const key of gone) await forgetSecret(key.id)
  useKeysStore.setState(({ keys }) => ({
    keys: [...remembered.filter((key) => secretOf(key.id) !== undefined), ...keys.filter((key) => !key.remembered)],
  }))
}

function writeFacts(): void {
  const { keys } = useKeysStore.getState()
  write(
    localStore(),
    ENTRY,
    keys.filter((key) => key.remembered),
  )
  write(
    tabStore(),
    SESSION_ENTRY,
    keys.filter((key) => !key.remembered),
  )
}

function write(storage: Storage | undefined, entry: string, keys: readonly HeldKey[]): void {
  try {
    if (keys.length > 0) storage?.setItem(entry, JSON.stringify(keys))
    else storage?.removeItem(entry)
  } catch {
    // Storage is full: the keys live as long as this page.
  }
}

function readFacts(storage: Storage | undefined): HeldKey[] {
  try {
    const text = storage?.getItem(storage === localStore() ? ENTRY : SESSION_ENTRY)
    const json: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(json) ? json.flatMap((one) => readKey(one) ?? []) : []
  } catch {
    return []
  }
}

function readKey(json: unknown): HeldKey | undefined {
  if (!isObject(json)) return undefined
  const [id, clientId, name, tail] = ['id', 'clientId', 'name', 'tail'].map((field) => own(json, field))
  const texts =
    typeof id === 'string' && typeof clientId === 'string' && typeof name === 'string' && typeof tail === 'string'
  return texts ? { id, clientId, name, tail, remembered: own(json, 'remembered') === true } : undefined
}

function localStore(): Storage | undefined {
  try {
    return localStorage
  } catch {
    return undefined
  }
}

function tabStore(): Storage | undefined {
  try {
    return sessionStorage
  } catch {
    return undefined
  }
}
