import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { hashSecret, isSameHash, makeSecret } from './secrets.ts'
import type { Tables } from './tables.ts'

export interface StoredCredential {
  id: number
  clientId: string
  name: string
  scopes: string[]
  boards: { boardId: number; organizationId: number; role: string }[]
}

export interface NewCredential {
  name: string
  scopes: readonly string[]
  roles: readonly { boardId: number; role: string }[]
  now: Date
}

/** Stores only the hashes of secrets. */
export class CredentialStore {
  constructor(private readonly db: Kysely<Tables>) {}

  /** Finds the credential of an active secret. */
  async findBySecret(secret: string): Promise<StoredCredential | undefined> {
    const hash = hashSecret(secret)
    const row = await this.db
      .selectFrom('secrets')
      .innerJoin('credentials', 'credentials.id', 'secrets.credential_id')
      .select(['credentials.id', 'client_id', 'name', 'scopes', 'hash'])
      .where('hash', '=', hash)
      .where('retired_at', 'is', null)
      .executeTakeFirst()
    if (!row || !isSameHash(row.hash, hash)) return undefined
    const boards = await this.db
      .selectFrom('credential_boards')
      .innerJoin('boards', 'boards.id', 'credential_boards.board_id')
      .select(['boards.id', 'organization_id', 'role'])
      .where('credential_id', '=', row.id)
      .orderBy('boards.id')
      .execute()
    return {
      id: row.id,
      clientId: row.client_id,
      name: row.name,
      scopes: row.scopes.split(' ').filter(Boolean),
      boards: boards.map((board) => ({
        boardId: board.id,
        organizationId: board.organization_id,
        role: board.role,
      })),
    }
  }

  /** Creates a credential with one secret. No other method returns this secret. */
  async create({
    name,
    scopes,
    roles,
    now,
  }: NewCredential): Promise<{ clientId: string; secret: string }> {
    const secret = makeSecret()
    const clientId = `client-${randomUUID().slice(0, 8)}`
    const created_at = now.toISOString()
    const { id } = await this.db
      .insertInto('credentials')
      .values({ client_id: clientId, name, scopes: scopes.join(' '), created_at })
      .returning('id')
      .executeTakeFirstOrThrow()
    await this.db
      .insertInto('credential_boards')
      .values(roles.map(({ boardId, role }) => ({ credential_id: id, board_id: boardId, role })))
      .execute()
    await this.db
      .insertInto('secrets')
      .values({ hash: hashSecret(secret), credential_id: id, created_at, retired_at: null })
      .execute()
    return { clientId, secret }
  }

  /**
   * Adds a second secret, so that both are accepted while a person replaces the older one (spec
   * 5.1). Undefined when the credential doesn't exist.
   */
  async rotate(
    clientId: string,
    now: Date,
  ): Promise<{ secret: string } | 'two-active-secrets' | undefined> {
    const active = await this.activeSecrets(clientId)
    if (!active) return undefined
    if (active.hashes.length > 1) return 'two-active-secrets'
    const secret = makeSecret()
    await this.db
      .insertInto('secrets')
      .values({
        hash: hashSecret(secret),
        credential_id: active.credentialId,
        created_at: now.toISOString(),
        retired_at: null,
      })
      .execute()
    return { secret }
  }

  /**
   * Retires all secrets but the newest and returns their number. Undefined when the credential
   * doesn't exist.
   */
  async retireOlder(clientId: string, now: Date): Promise<number | undefined> {
    const active = await this.activeSecrets(clientId)
    if (!active) return undefined
    const older = active.hashes.slice(0, -1)
    if (older.length > 0) {
      await this.db
        .updateTable('secrets')
        .set({ retired_at: now.toISOString() })
        .where('hash', 'in', older)
        .execute()
    }
    return older.length
  }

  /** The hashes are sorted oldest first. */
  private async activeSecrets(
    clientId: string,
  ): Promise<{ credentialId: number; hashes: string[] } | undefined> {
    const credential = await this.db
      .selectFrom('credentials')
      .select('id')
      .where('client_id', '=', clientId)
      .executeTakeFirst()
    if (!credential) return undefined
    const rows = await this.db
      .selectFrom('secrets')
      .select('hash')
      .where('credential_id', '=', credential.id)
      .where('retired_at', 'is', null)
      .orderBy('created_at')
      .execute()
    return { credentialId: credential.id, hashes: rows.map((row) => row.hash) }
  }
}
