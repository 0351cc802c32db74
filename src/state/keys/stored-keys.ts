import { isObject, own } from '#contract/json.ts'
import { createStorageEntry } from '../storage.ts'

/**
 * What may be shown and stored of a key in this browser. Never the secret, only its last four
 * characters.
 */
export interface StoredKey {
  /** A random id, used instead of the secret in query keys. */
  id: string
  clientId: string
  name: string
  /** The last four characters of the secret. */
  tail: string
  isRemembered: boolean
}

/** Remembered keys. */
export const deviceEntry = createStorageEntry('trunkline.keys', readKeys)

/** Keys of this tab only. */
export const tabEntry = createStorageEntry('trunkline.session-keys', readKeys, 'tab')

function readKeys(json: unknown): StoredKey[] {
  return Array.isArray(json) ? json.flatMap((item) => readKey(item) ?? []) : []
}

function readKey(json: unknown): StoredKey | undefined {
  if (!isObject(json)) return undefined
  const [id, clientId] = [own(json, 'id'), own(json, 'clientId')]
  const [name, tail] = [own(json, 'name'), own(json, 'tail')]
  if (typeof id !== 'string' || typeof clientId !== 'string') return undefined
  if (typeof name !== 'string' || typeof tail !== 'string') return undefined
  // The field was called "remembered" in earlier versions.
  const isRemembered = own(json, 'isRemembered') === true || own(json, 'remembered') === true
  return { id, clientId, name, tail, isRemembered }
}

export const CIPHER = 'AES-GCM'

/** The entry of the key that encrypts all secrets. */
export const WRAPPING_KEY = 'wrapping-key'

/** A secret as the browser's storage has it. */
export interface Encrypted {
  iv: Uint8Array<ArrayBuffer>
  data: ArrayBuffer
}
