import { createStore, del, get, keys, set, type UseStore } from 'idb-keyval'
import { redacted } from '#contract/redact.ts'

/**
 * Where the secrets of held keys live. In the tab: memory and one sessionStorage entry, gone with the tab. Remembered:
 * encrypted in IndexedDB under a WebCrypto key that scripts cannot export. That keeps secrets out of profile backups
 * and from anybody who reads the files; it does not protect from code that runs in this page.
 */
const SESSION_ENTRY = 'trunkline.session-secrets'
const CIPHER = 'AES-GCM'

const inMemory = new Map<string, string>()

/** The secret of a held key; undefined when this tab does not hold it. */
export function secretOf(keyId: string): string | undefined {
  return inMemory.get(keyId)
}

/** A text in which no secret that this tab holds can be read, for what leaves the page on a person's word. */
export function withoutSecrets(text: string): string {
  return [...inMemory.values()].reduce(redacted, text)
}

/** Keeps a secret for this tab, and on this device when `remember` is set. False: this device cannot remember. */
export async function keepSecret(keyId: string, secret: string, remember: boolean): Promise<boolean> {
  inMemory.set(keyId, secret)
  if (!remember) {
    writeSession()
    return true
  }
  try {
    const store = openStore()
    const iv = crypto.getRandomValues(new Uint8Array(12))
    const data = await crypto.subtle.encrypt(
      { name: CIPHER, iv },
      await wrappingKey(store),
      new TextEncoder().encode(secret),
    )
    await set(`secret:${keyId}`, { iv, data }, store)
    remembered.add(keyId)
    writeSession()
    return true
  } catch {
    writeSession()
    return false
  }
}

/** Forgets a secret here and on this device. */
export async function forgetSecret(keyId: string): Promise<void> {
  inMemory.delete(keyId)
  writeSession()
  if (!remembered.delete(keyId)) return
  await del(`secret:${keyId}`, openStore())
}

/** Loads what this tab and this device hold. Storage that is switched off or damaged counts as empty. */
export async function restoreSecrets(): Promise<ReadonlySet<string>> {
  for (const [keyId, secret] of readSession()) inMemory.set(keyId, secret)
  try {
    const store = openStore()
    for (const name of await keys<string>(store)) {
      if (!name.startsWith('secret:')) continue
      const secret = await decrypt(store, name).catch(() => undefined)
      if (secret === undefined) continue
      remembered.add(name.slice('secret:'.length))
      inMemory.set(name.slice('secret:'.length), secret)
    }
  } catch {
    // No IndexedDB: what the tab holds is all there is.
  }
  return new Set(inMemory.keys())
}

const remembered = new Set<string>()

let opened: UseStore | undefined
function openStore(): UseStore {
  opened ??= createStore('trunkline', 'keys')
  return opened
}

async function wrappingKey(store: UseStore): Promise<CryptoKey> {
  const known = await get<CryptoKey>('wrapping-key', store)
  if (known) return known
  const made = await crypto.subtle.generateKey({ name: CIPHER, length: 256 }, false, ['encrypt', 'decrypt'])
  await set('wrapping-key', made, store)
  return made
}

async function decrypt(store: UseStore, name: string): Promise<string | undefined> {
  const sealed = await get<{ iv: Uint8Array<ArrayBuffer>; data: ArrayBuffer }>(name, store)
  if (!sealed) return undefined
  const plain = await crypto.subtle.decrypt({ name: CIPHER, iv: sealed.iv }, await wrappingKey(store), sealed.data)
  return new TextDecoder().decode(plain)
}

function writeSession(): void {
  const own = [...inMemory].filter(([keyId]) => !remembered.has(keyId))
  try {
    if (own.length > 0) sessionStorage.setItem(SESSION_ENTRY, JSON.stringify(own))
    else sessionStorage.removeItem(SESSION_ENTRY)
  } catch {
    // Storage is off or full: the secret lives as long as this page.
  }
}

function readSession(): [string, string][] {
  try {
    const entries: unknown = JSON.parse(sessionStorage.getItem(SESSION_ENTRY) ?? '[]')
    if (!Array.isArray(entries)) return []
    return entries.filter(
      (entry): entry is [string, string] =>
        Array.isArray(entry) && typeof entry[0] === 'string' && typeof entry[1] === 'string',
    )
  } catch {
    return []
  }
}
