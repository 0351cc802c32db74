import { del, get, set, type UseStore } from 'idb-keyval'
import { CIPHER, type Encrypted, WRAPPING_KEY } from './stored-keys.ts'

/** Longest wait for the browser's storage, in which a person sees that it is connecting. */
const STORAGE_TIMEOUT_MS = 3_000

/**
 * Stores a secret, encrypted. False: the browser can't store it. Storage without a response in time
 * counts as none, and what it stores later is removed.
 */
export async function rememberSecret(
  database: UseStore,
  entry: string,
  secret: string,
): Promise<boolean> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const stored = storeEncrypted(database, entry, { iv, secret })
  const isInTime = await Promise.race([stored, falseAfter(STORAGE_TIMEOUT_MS)])
  if (!isInTime) void stored.then(() => removeOwn(database, entry, iv))
  return isInTime
}

/** Not what a later attempt has stored. */
async function removeOwn(database: UseStore, entry: string, iv: Uint8Array): Promise<void> {
  const existing = await get<Encrypted>(entry, database).catch(() => undefined)
  if (existing?.iv.join() === iv.join()) await del(entry, database)
}

async function storeEncrypted(
  database: UseStore,
  entry: string,
  { iv, secret }: { iv: Uint8Array<ArrayBuffer>; secret: string },
): Promise<boolean> {
  try {
    const wrappingKey = await loadWrappingKey(database)
    const text = new TextEncoder().encode(secret)
    const data = await crypto.subtle.encrypt({ name: CIPHER, iv }, wrappingKey, text)
    const encrypted: Encrypted = { iv, data }
    await set(entry, encrypted, database)
    return true
  } catch {
    return false
  }
}

async function loadWrappingKey(database: UseStore): Promise<CryptoKey> {
  const existing = await get<CryptoKey>(WRAPPING_KEY, database)
  if (existing) return existing
  const algorithm = { name: CIPHER, length: 256 }
  const created = await crypto.subtle.generateKey(algorithm, false, ['encrypt', 'decrypt'])
  await set(WRAPPING_KEY, created, database)
  return created
}

function falseAfter(ms: number): Promise<false> {
  return new Promise((resolve) => setTimeout(() => resolve(false), ms))
}
