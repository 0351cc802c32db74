import { type Kysely, sql } from 'kysely'
import type { Tables } from './tables.ts'

/** The id of a board with a new revision, or the keys. */
export type StoreChange = number | 'keys'

/** PostgreSQL notifies every instance on this channel. */
export const CHANGE_CHANNEL = 'trunkline_changes'

/** Reports what a commit has changed to those who wait in this process. */
export class StoreChanges {
  readonly #listeners = new Set<(change: StoreChange) => void>()

  /** Returns a function that ends it. */
  subscribe(listener: (change: StoreChange) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** To be called after the commit. */
  announce(change: StoreChange): void {
    for (const listener of this.#listeners) listener(change)
  }
}

/** Reaches other instances when the transaction is committed. PostgreSQL only. */
export async function notifyInstances(
  tx: Kysely<Tables>,
  changes: readonly StoreChange[],
): Promise<void> {
  if (changes.length === 0) return
  const calls = changes.map((change) => sql`pg_notify(${CHANGE_CHANNEL}, ${String(change)})`)
  await sql`select ${sql.join(calls)}`.execute(tx)
}
