import { createStore, del, getMany, type UseStore } from 'idb-keyval'
import { redactSecret } from '#contract/redact.ts'
import { createStorageEntry } from '../storage.ts'
import { rememberSecret } from './remember-secret.ts'
import { CIPHER, type Encrypted, WRAPPING_KEY } from './stored-keys.ts'

const ENTRY_PREFIX = 'secret:'

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
  private readonly loading = new Map<string, Promise<void>>()
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
    const isStored =
      !remember || (await rememberSecret(this.openDatabase(), ENTRY_PREFIX + keyId, secret))
    if (remember && isStored) this.rememberedIds.add(keyId)
    // Only this tab has the secret now, also when the device had an earlier one.
    else this.rememberedIds.delete(keyId)
    this.saveSession()
    return isStored
  }

  async remove(keyId: string): Promise<void> {
    this.secrets.delete(keyId)
    this.saveSession()
    if (!this.rememberedIds.delete(keyId)) return
    await del(ENTRY_PREFIX + keyId, this.openDatabase())
  }

  /** Loads the secrets of this tab. */
  restoreSession(): void {
    for (const [keyId, secret] of sessionEntry.load()) this.secrets.set(keyId, secret)
  }

  /** Loads the remembered secrets of these keys. Storage that is off or damaged counts as empty. */
  async restoreRemembered(keyIds: readonly string[]): Promise<void> {
    const missing = keyIds.filter((id) => !this.rememberedIds.has(id) && !this.loading.has(id))
    if (missing.length > 0) {
      const load = this.loadRemembered(missing)
      for (const id of missing) this.loading.set(id, load)
    }
    await Promise.all(keyIds.map((id) => this.loading.get(id)))
    for (const id of missing) this.loading.delete(id)
  }

  private async loadRemembered(keyIds: readonly string[]): Promise<void> {
    try {
      const names = keyIds.map((id) => ENTRY_PREFIX + id)
      const entries = await getMany<unknown>([WRAPPING_KEY, ...names], this.openDatabase())
      // This vault is the only writer of the database.
      const [wrappingKey, ...encrypted] = entries as [CryptoKey, ...(Encrypted | undefined)[]]
      await Promise.all(keyIds.map((id, index) => this.decrypt(id, encrypted[index], wrappingKey)))
    } catch {
      // No IndexedDB: only the secrets of this tab exist.
    }
  }

  private async decrypt(
    keyId: string,
    encrypted: Encrypted | undefined,
    wrappingKey: CryptoKey,
  ): Promise<void> {
    if (!encrypted) return
    const { iv, data } = encrypted
    const text = await crypto.subtle
      .decrypt({ name: CIPHER, iv }, wrappingKey, data)
      .catch(() => undefined)
    if (text === undefined) return
    this.rememberedIds.add(keyId)
    this.secrets.set(keyId, new TextDecoder().decode(text))
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
