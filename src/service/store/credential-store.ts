import { randomUUID } from 'node:crypto'
import { type Selectable, sql, type Transaction } from 'kysely'
import {
  type CredentialChange,
  changesText,
  columnsOf,
  hasExpired,
  rolesText,
} from './credential-change.ts'
import {
  activeSecrets,
  addSecret,
  type BoardRole,
  boardsOf,
  type CredentialSummary,
  findActive,
  findForChange,
  record,
  type StoredCredential,
  setRoles,
  toCredential,
} from './credential-rows.ts'
import { DaysOfUse } from './days-of-use.ts'
import { type EndOfKey, findEndOfKey } from './ended-keys.ts'
import type { Database } from './open-database.ts'
import { notifyInstances } from './store-changes.ts'
import type { Tables } from './tables.ts'
import type { WriteContext } from './write-context.ts'
import { writeTransaction } from './write-transaction.ts'

export interface NewCredential {
  name: string
  scopes: readonly string[]
  roles: readonly BoardRole[]
  /** For the commits of promotions. */
  email?: string | undefined
  /** ISO 8601; undefined for a key that doesn't expire. */
  expiresAt?: string | undefined
  /** Made here unless it's given. */
  secret?: string
}

const MAX_ACTIVE_SECRETS = 2

/** Stores only the hashes of secrets. */
export class CredentialStore {
  readonly #database: Database
  readonly #daysOfUse: DaysOfUse

  constructor(database: Database) {
    this.#database = database
    this.#daysOfUse = new DaysOfUse(database)
  }

  /**
   * Finds the credentials of active secrets at this time, and notes the day of their use. Returns
   * one for each secret, in the same order.
   */
  async findBySecrets(
    secrets: readonly string[],
    now: Date,
  ): Promise<(StoredCredential | undefined)[]> {
    const active = await findActive(this.#database.reader, secrets, now)
    const day = now.toISOString().slice(0, 10)
    for (const [row] of active.values()) {
      if (row && row.last_used_on !== day) this.#daysOfUse.note(row.id, day)
    }
    const found = new Map([...active].map(([secret, rows]) => [secret, toCredential(rows)]))
    return secrets.map((secret) => found.get(secret))
  }

  /** For a secret that isn't accepted. */
  endOf(secret: string, now: Date): Promise<EndOfKey | undefined> {
    return findEndOfKey(this.#database.reader, secret, now)
  }

  /** Whether a secret is accepted at this time. */
  async exists(secret: string, now: Date): Promise<boolean> {
    const active = await findActive(this.#database.reader, [secret], now)
    return (active.get(secret)?.length ?? 0) > 0
  }

  /** Creates a credential with one secret. No other method returns this secret. */
  async create(
    { name, scopes, roles, email, expiresAt, ...given }: NewCredential,
    context: WriteContext,
  ): Promise<{ clientId: string; secret: string }> {
    return this.#change(async (tx) => {
      const clientId = `client-${randomUUID().slice(0, 8)}`
      const { id } = await tx
        .insertInto('credentials')
        .values({
          client_id: clientId,
          name,
          email: email ?? null,
          scopes: scopes.join(' '),
          created_at: context.now.toISOString(),
          created_by: context.actor,
          expires_at: expiresAt ?? null,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await setRoles(tx, id, roles)
      const secret = await addSecret(tx, id, context, given.secret)
      const parts = [name, `[${scopes.join(' ')}]`, rolesText(roles)]
      if (email !== undefined) parts.push(`email ${email}`)
      if (expiresAt !== undefined) parts.push(`expires ${expiresAt}`)
      await record(tx, context, 'key.create', clientId, parts.join(', '))
      return { clientId, secret }
    })
  }

  /**
   * Adds a second secret, so that both are accepted while a person replaces the older one (spec
   * 5.1). Undefined when the credential doesn't exist.
   */
  async rotate(
    clientId: string,
    context: WriteContext,
  ): Promise<{ secret: string } | 'two-active-secrets' | 'revoked' | 'expired' | undefined> {
    return this.#change(async (tx) => {
      const credential = await findForChange(tx, clientId)
      if (!credential) return undefined
      if (credential.revoked_at !== null) return 'revoked'
      if (hasExpired(credential.expires_at, context.now)) return 'expired'
      const secrets = await activeSecrets(tx, credential.id)
      if (secrets.length >= MAX_ACTIVE_SECRETS) return 'two-active-secrets'
      const secret = await addSecret(tx, credential.id, context)
      await record(tx, context, 'key.rotate', clientId, '')
      return { secret }
    })
  }

  /**
   * Retires all secrets but the one that was created last, and returns their number. Undefined when
   * the credential doesn't exist.
   */
  async retireOlder(clientId: string, context: WriteContext): Promise<number | undefined> {
    return this.#change(async (tx) => {
      const credential = await findForChange(tx, clientId)
      if (!credential) return undefined
      const older = (await activeSecrets(tx, credential.id)).slice(0, -1)
      if (older.length === 0) return 0
      await tx
        .updateTable('secrets')
        .set({ retired_at: context.now.toISOString() })
        .where('id', 'in', older)
        .execute()
      await record(tx, context, 'key.retire', clientId, '')
      return older.length
    })
  }

  /** Ends all secrets of a credential. False when it doesn't exist. */
  async revoke(clientId: string, context: WriteContext): Promise<boolean> {
    return this.#change(async (tx) => {
      const credential = await findForChange(tx, clientId)
      if (!credential) return false
      const at = context.now.toISOString()
      await tx
        .updateTable('secrets')
        .set({ retired_at: at })
        .where('credential_id', '=', credential.id)
        .where('retired_at', 'is', null)
        .execute()
      await tx
        .updateTable('credentials')
        .set({ revoked_at: credential.revoked_at ?? at })
        .where('id', '=', credential.id)
        .execute()
      await record(tx, context, 'key.revoke', clientId, '')
      return true
    })
  }

  /** Changes the given fields; `roles` replaces all. False when the credential doesn't exist. */
  async edit(clientId: string, change: CredentialChange, context: WriteContext): Promise<boolean> {
    return this.#change(async (tx) => {
      const credential = await findForChange(tx, clientId)
      if (!credential) return false
      const { roles } = change
      const columns = columnsOf(change)
      const before = { ...credential, roles: rolesText(await boardsOf(tx, credential.id)) }
      const after = { ...before, ...columns, ...(roles ? { roles: rolesText(roles) } : {}) }
      if (Object.keys(columns).length > 0) {
        await tx.updateTable('credentials').set(columns).where('id', '=', credential.id).execute()
      }
      if (roles) await setRoles(tx, credential.id, roles)
      await record(tx, context, 'key.edit', clientId, changesText(before, after))
      return true
    })
  }

  async list(): Promise<CredentialSummary[]> {
    const { reader } = this.#database
    const rows = await reader
      .selectFrom('credentials')
      .selectAll()
      .select((eb) =>
        eb
          .selectFrom('secrets')
          .select((count) => count.fn.countAll<number>().as('n'))
          .whereRef('secrets.credential_id', '=', 'credentials.id')
          .where('retired_at', 'is', null)
          .as('active_secrets'),
      )
      .orderBy('id')
      .execute()
    return Promise.all(
      rows.map(async (row) => ({
        id: row.id,
        clientId: row.client_id,
        name: row.name,
        email: row.email,
        scopes: row.scopes.split(' ').filter(Boolean),
        boards: await boardsOf(reader, row.id),
        createdAt: row.created_at,
        createdBy: row.created_by,
        expiresAt: row.expires_at,
        revokedAt: row.revoked_at,
        lastUsedOn: row.last_used_on,
        activeSecrets: Number(row.active_secrets),
      })),
    )
  }

  /** Events of keys, oldest first. */
  async audit(): Promise<Selectable<Tables['audit']>[]> {
    const { reader } = this.#database
    return reader
      .selectFrom('audit')
      .selectAll()
      .where('action', 'like', 'key.%')
      .orderBy('id')
      .execute()
  }

  /** Changes to credentials run one after another. */
  async #change<Result>(run: (tx: Transaction<Tables>) => Promise<Result>): Promise<Result> {
    const result = await writeTransaction(this.#database, async (tx) => {
      if (this.#database.dialect === 'postgres') {
        await sql`lock table credentials in share row exclusive mode`.execute(tx)
        await notifyInstances(tx, ['keys'])
      }
      return run(tx)
    })
    this.#database.changes.announce('keys')
    return result
  }
}
