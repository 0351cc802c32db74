import type { Kysely, Transaction } from 'kysely'
import { type ActiveCredentialRow, findCredentials, insertAudit } from './frequent-queries.ts'
import { hashSecret, isSameHash, makeSecret } from './secrets.ts'
import type { Tables } from './tables.ts'
import { withoutKeys } from './without-keys.ts'
import type { WriteContext } from './write-context.ts'

export interface BoardRole {
  boardId: number
  role: string
}

export interface StoredCredential {
  id: number
  clientId: string
  name: string
  scopes: string[]
  expiresAt: string | null
  boards: { boardId: number; organizationId: number; role: string; name: string }[]
}

/** A credential with what an operator wants to know about it. */
export interface CredentialSummary extends StoredCredential {
  email: string | null
  createdAt: string
  createdBy: string
  revokedAt: string | null
  /** A day, as 2026-01-31. */
  lastUsedOn: string | null
  activeSecrets: number
}

/** The rows of the credentials of those secrets that are active at this time, by secret. */
export async function findActive(db: Kysely<Tables>, secrets: readonly string[], now: Date) {
  const hashes = new Map(secrets.map((secret) => [secret, hashSecret(secret)]))
  const rows = await findCredentials(db, [...new Set(hashes.values())], now.toISOString())
  const byHash = new Map<string, ActiveCredentialRow[]>()
  for (const row of rows) byHash.set(row.hash, [...(byHash.get(row.hash) ?? []), row])
  const rowsWith = (hash: string) =>
    (byHash.get(hash) ?? []).filter((row) => isSameHash(row.hash, hash))
  return new Map([...hashes].map(([secret, hash]) => [secret, rowsWith(hash)]))
}

/** From the rows of one credential, one for each of its boards. */
export function toCredential(rows: readonly ActiveCredentialRow[]): StoredCredential | undefined {
  const [row] = rows
  if (!row) return undefined
  return {
    id: row.id,
    clientId: row.client_id,
    name: row.name,
    scopes: row.scopes.split(' ').filter(Boolean),
    expiresAt: row.expires_at,
    boards: rows.flatMap(({ board_id, organization_id, role, board_name }) =>
      board_id === null || organization_id === null || role === null
        ? []
        : [{ boardId: board_id, organizationId: organization_id, role, name: board_name ?? '' }],
    ),
  }
}

export async function boardsOf(db: Kysely<Tables>, credentialId: number) {
  const boards = await db
    .selectFrom('credential_boards')
    .innerJoin('boards', 'boards.id', 'credential_boards.board_id')
    .select(['boards.id', 'boards.name', 'organization_id', 'role'])
    .where('credential_id', '=', credentialId)
    .orderBy('boards.id')
    .execute()
  return boards.map((board) => ({
    boardId: board.id,
    organizationId: board.organization_id,
    role: board.role,
    name: board.name,
  }))
}

export async function findForChange(tx: Transaction<Tables>, clientId: string) {
  return tx
    .selectFrom('credentials')
    .select(['id', 'name', 'email', 'scopes', 'expires_at', 'revoked_at'])
    .where('client_id', '=', clientId)
    .executeTakeFirst()
}

/** Their ids, in the order of their creation, whatever the clock said. */
export async function activeSecrets(
  tx: Transaction<Tables>,
  credentialId: number,
): Promise<number[]> {
  const rows = await tx
    .selectFrom('secrets')
    .select('id')
    .where('credential_id', '=', credentialId)
    .where('retired_at', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map((row) => row.id)
}

export async function addSecret(
  tx: Transaction<Tables>,
  credentialId: number,
  context: WriteContext,
  secret = makeSecret(),
): Promise<string> {
  await tx
    .insertInto('secrets')
    .values({
      hash: hashSecret(secret),
      credential_id: credentialId,
      created_at: context.now.toISOString(),
      retired_at: null,
    })
    .execute()
  return secret
}

export async function setRoles(
  tx: Transaction<Tables>,
  credentialId: number,
  roles: readonly BoardRole[],
): Promise<void> {
  await tx.deleteFrom('credential_boards').where('credential_id', '=', credentialId).execute()
  const rows = roles.map(({ boardId, role }) => ({
    credential_id: credentialId,
    board_id: boardId,
    role,
  }))
  if (rows.length > 0) await tx.insertInto('credential_boards').values(rows).execute()
}

export async function record(
  tx: Transaction<Tables>,
  { actor, now }: WriteContext,
  action: string,
  subject: string,
  detail: string,
): Promise<void> {
  const about = { action, subject, detail: withoutKeys(detail) }
  await insertAudit(tx, [
    { at: now.toISOString(), actor, board_id: null, project_id: null, facts: null, ...about },
  ])
}
