import type { Database } from './open-database.ts'

const HOUR_MS = 3_600_000
const KEPT_INTENTS_MS = 30 * 24 * HOUR_MS
const KEPT_MINUTES = 10

/**
 * Removes records that nobody needs any more, once for each start. A promotion that a killed
 * process has left behind is abandoned: its card is where the store says.
 */
export async function tidyUp({ db }: Database, now: Date): Promise<void> {
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString()
  await db
    .updateTable('move_intents')
    .set({ state: 'abandoned' })
    .where('state', '=', 'pending')
    .where('created_at', '<', before(HOUR_MS))
    .execute()
  await db.deleteFrom('move_intents').where('created_at', '<', before(KEPT_INTENTS_MS)).execute()
  const minute = Math.floor(now.getTime() / 60_000)
  await db
    .deleteFrom('rate_limits')
    .where('minute', '<', minute - KEPT_MINUTES)
    .execute()
}
