import { createStore, del, get, keys, set, type UseStore } from 'idb-keyval'
import { redactSecret } from '#contract/redact.ts'
import { createStorageEntry } from '../storage.ts'

const CIPHER = 'AES-GCM'
const ENTRY_PREFIX = 'secret:'
const WRAPPING_KEY = 'wrapping-key'

type SessionSecrets = readonly (readonly [keyId: string, secret: string])[]

const sessionEntry = createStorageEntry<SessionSecrets>(
  'trunkline.session-secrets',
  readSessionSecrets,
  'tab',
)

/**
 * The secrets of the stored keys. For one tab: memory and a sessionStorage entry, removed with the
 * tab. Remembered: encrypted in IndexedDB with a WebCrypto key that scripts can't export. That
 * keeps secrets out of profile backups and from people who read the files. It does not protect them
 * from code that runs in this page.
 */
class SecretVault {
  private readonly secrets = new Map<string, string>()
  private readonly rememberedIds = new Set<string>()
  private database: UseStore | undefined

  /** Undefined when this tab does not have the secret. */
  secretOf(keyId: string): string | undefined {
    return this.secrets.get(keyId)
  }

  /** A text without any secret of this tab, for data that leaves the page. */
  redact(text: string): string {
    return [...this.secrets.values()].reduce(redactSecret, text)
  }

  /**
   * Stores a secret for this tab, and on this device if `remember` is set. False: the device can't
   * store it.
   */
  async store(keyId: string, secret: string, remember: boolean): Promise<boolean> {
    this.secrets.set(keyId, secret)
    const isStored = !remember || (await this.encrypt(keyId, secret))
    if (remember && isStored) this.rememberedIds.add(keyId)
    this.saveSession()
    return isStored
  }

  async remove(keyId: string): Promise<void> {
    this.secrets.delete(keyId)
    this.saveSession()
    if (!this.rememberedIds.delete(keyId)) return
    await del(ENTRY_PREFIX + keyId, this.openDatabase())
  }

  /**
   * Loads the secrets of this tab and this device. Storage that is off or damaged counts as empty.
   */
  async restore(): Promise<ReadonlySet<string>> {
    for (const [keyId, secret] of sessionEntry.load()) this.secrets.set(keyId, secret)
    try {
      for (const name of await keys<string>(this.openDatabase())) {
        if (name.startsWith(ENTRY_PREFIX)) await this.restoreRemembered(name)
      }
    } catch {
      // No IndexedDB: only the secrets of this tab exist.
    }
    return new Set(this.secrets.keys())
  }

  private async restoreRemembered(name: string): Promise<void> {
    const secret = await this.decrypt(name).catch(() => undefined)
    if (secret === undefined) return
    const keyId = name.slice(ENTRY_PREFIX.length)
    this.rememberedIds.add(keyId)
    this.secrets.set(keyId, secret)
  }

  private async encrypt(keyId: string, secret: string): Promise<boolean> {
    try {
      const iv = crypto.getRandomValues(new Uint8Array(12))
      const algorithm = { name: CIPHER, iv }
      const text = new TextEncoder().encode(secret)
      const data = await crypto.subtle.encrypt(algorithm, await this.wrappingKey(), text)
      await set(ENTRY_PREFIX + keyId, { iv, data }, this.openDatabase())
      return true
    } catch {
      return false
    }
  }

  private async decrypt(name: string): Promise<string | undefined> {
    const encrypted = await get<{ iv: Uint8Array<ArrayBuffer>; data: ArrayBuffer }>(
      name,
      this.openDatabase(),
    )
    if (!encrypted) return undefined
    const algorithm = { name: CIPHER, iv: encrypted.iv }
    const text = await crypto.subtle.decrypt(algorithm, await this.wrappingKey(), encrypted.data)
    return new TextDecoder().decode(text)
  }

  private async wrappingKey(): Promise<CryptoKey> {
    const existing = await get<CryptoKey>(WRAPPING_KEY, this.openDatabase())
    if (existing) return existing
    const algorithm = { name: CIPHER, length: 256 }
    const created = await crypto.subtle.generateKey(algorithm, false, ['encrypt', 'decrypt'])
    await set(WRAPPING_KEY, created, this.openDatabase())
    return created
  }

  private openDatabase(): UseStore {
    this.database ??= createStore('trunkline', 'keys')
    return this.database
  }

  private saveSession(): void {
    const session = [...this.secrets].filter(([keyId]) => !this.rememberedIds.has(keyId))
    sessionEntry.save(session.length > 0 ? session : undefined)
  }
}

export const secretVault = new SecretVault()

function readSessionSecrets(json: unknown): SessionSecrets {
  if (!Array.isArray(json)) return []
  return json.filter(
    (item): item is [string, string] =>
      Array.isArray(item) && typeof item[0] === 'string' && typeof item[1] === 'string',
  )
}
