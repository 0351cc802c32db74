import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { hashSecret, makeSecret, sameHash } from '../credentials.ts'
import type { Tables } from './tables.ts'

/** A credential with the boards it reaches. */
export interface StoredCredential {
  id: number
  clientId: string
  name: string
  scopes: string[]
  boards: { boardId: number; organizationId: number; role: string }[]
}

/** What a new credential is made of. */
export interface NewCredential {
  name: string
  scopes: readonly string[]
  roles: readonly { boardId: number; role: string }[]
  now: Date
}

/** Credentials and their secrets, of which only hashes are kept. */
export class CredentialStore {
  constructor(private readonly db: Kysely<Tables>) {}

  /** The live credential that a secret belongs to. */
  async bySecret(secret: string): Promise<StoredCredential | undefined> {
    const hash = hashSecret(secret)
    const row = await this.db
      .selectFrom('secrets')
      .innerJoin('credentials', 'credentials.id', 'secrets.credential_id')
      .select(['credentials.id', 'client_id', 'name', 'scopes', 'hash'])
      .where('hash', '=', hash)
      .where('retired_at', 'is', null)
      .executeTakeFirst()
    if (!row || !sameHash(row.hash, hash)) return undefined
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
      boards: boards.map((board) => ({ boardId: board.id, organizationId: board.organization_id, role: board.role })),
    }
  }

  /** Makes a credential with one secret; the secret is returned here and never again. */
  async create({ name, scopes, roles, now }: NewCredential): Promise<{ clientId: string; secret: string }> {
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
   * Makes a second secret of a credential, so that both are good while it is put in place (spec 5.1). Undefined when there
   * is no such credential; 'two-alive' when it has two already.
   */
  async rotate(clientId: string, now: Date): Promise<{ secret: string } | 'two-alive' | undefined> {
    const alive = await this.aliveSecrets(clientId)
    if (!alive) return undefined
    if (alive.hashes.length > 1) return 'two-alive'
    const secret = makeSecret()
    await this.db
      .insertInto('secrets')
      .values({
        hash: hashSecret(secret),
        credential_id: alive.credentialId,
        created_at: now.toISOString(),
        retired_at: null,
      })
      .execute()
    return { secret }
  }

  /** Retires every secret of a credential but the newest, from the next request on. How many that were; undefined when there is no such credential. */
  async retireOlder(clientId: string, now: Date): Promise<number | undefined> {
    const alive = await this.aliveSecrets(clientId)
    if (!alive) return undefined
    const older = alive.hashes.slice(0, -1)
    if (older.length > 0) {
      await this.db.updateTable('secrets').set({ retired_at: now.toISOString() }).where('hash', 'in', older).execute()
    }
    return older.length
  }

  /** The hashes of a credential's live secrets, oldest first. */
  private async aliveSecrets(clientId: string): Promise<{ credentialId: number; hashes: string[] } | undefined> {
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
