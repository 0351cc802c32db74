import type { Transaction } from 'kysely'
import type { Database } from './open-database.ts'
import { StoreError, toStoreError, UncertainCommitError } from './store-error.ts'
import type { Tables } from './tables.ts'

/** Waits between the attempts to get the lock of SQLite, without blocking the event loop. */
const LOCK_RETRY_MS = 40
const MAX_LOCK_WAIT_MS = 2_000

/**
 * Runs a transaction; an error in `write` undoes everything. It waits for the lock of another
 * process, up to 2 s. Throws StoreError, and UncertainCommitError when nobody knows whether the
 * commit took effect.
 */
export async function writeTransaction<Result>(
  { db }: Pick<Database, 'db'>,
  write: (tx: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  const progress = { hasBegun: false, isCommitting: false }
  const attempt = () =>
    db.transaction().execute(async (tx) => {
      progress.hasBegun = true
      const result = await write(tx)
      progress.isCommitting = true
      return result
    })
  try {
    return await waitForLock(attempt, () => progress.hasBegun)
  } catch (cause) {
    const error = toStoreError(cause)
    if (!progress.isCommitting || !isFailure(error, 'unreachable')) throw error
    throw new UncertainCommitError('The connection was lost during a commit.', { cause })
  }
}

/** Writers that wait for the same lock wait at the same time, each until its own deadline. */
async function waitForLock<Result>(
  attempt: () => Promise<Result>,
  hasBegun: () => boolean,
): Promise<Result> {
  const deadline = performance.now() + MAX_LOCK_WAIT_MS
  for (;;) {
    try {
      return await attempt()
    } catch (cause) {
      const isLocked = !hasBegun() && isFailure(toStoreError(cause), 'busy')
      if (!isLocked || performance.now() >= deadline) throw cause
      await new Promise((resolve) => setTimeout(resolve, LOCK_RETRY_MS))
    }
  }
}

function isFailure(error: unknown, type: StoreError['type']): boolean {
  return error instanceof StoreError && error.type === type
}
