import type { Transaction } from 'kysely'
import type { Database } from './open-database.ts'
import { StoreError, toStoreError, UncertainCommitError } from './store-error.ts'
import type { Tables } from './tables.ts'

/**
 * Runs a transaction; an error in `write` undoes everything. Throws StoreError, and
 * UncertainCommitError when nobody knows whether the commit took effect.
 */
export async function writeTransaction<Result>(
  { db }: Pick<Database, 'db'>,
  write: (tx: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  let isCommitting = false
  try {
    return await db.transaction().execute(async (tx) => {
      const result = await write(tx)
      isCommitting = true
      return result
    })
  } catch (cause) {
    const error = toStoreError(cause)
    const isLost = error instanceof StoreError && error.type === 'unreachable'
    if (!isCommitting || !isLost) throw error
    throw new UncertainCommitError('The connection was lost during a commit.', { cause })
  }
}
