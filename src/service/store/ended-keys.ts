import type { Kysely } from 'kysely'
import { hashSecret } from './secrets.ts'
import type { Tables } from './tables.ts'

/** Why and when a secret ended that was accepted before. */
export interface EndOfKey {
  cause: 'revoked' | 'expired' | 'retired'
  /** ISO 8601. */
  at: string
}

/** Undefined for a secret that was never accepted, and for one that still is. */
export async function findEndOfKey(
  db: Kysely<Tables>,
  secret: string,
  now: Date,
): Promise<EndOfKey | undefined> {
  const row = await db
    .selectFrom('secrets')
    .innerJoin('credentials', 'credentials.id', 'secrets.credential_id')
    .select(['retired_at', 'revoked_at', 'expires_at'])
    .where('hash', '=', hashSecret(secret))
    .executeTakeFirst()
  if (!row) return undefined
  const { revoked_at, expires_at, retired_at } = row
  if (revoked_at !== null) return { cause: 'revoked', at: revoked_at }
  if (expires_at !== null && expires_at <= now.toISOString()) {
    return { cause: 'expired', at: expires_at }
  }
  return retired_at === null ? undefined : { cause: 'retired', at: retired_at }
}
