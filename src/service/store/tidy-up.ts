import type { Database } from './open-database.ts'

const HOUR_MS = 3_600_000
const KEPT_INTENTS_MS = 30 * 24 * HOUR_MS
const KEPT_MINUTES = 10

/**
 * Tidies up now and every hour. Returns a function that ends it. A full disk must not stop the
 * loads, so errors are only reported.
 */
export async function keepTidy(
  database: Database,
  onFault: (requestId: string, error: unknown) => void,
): Promise<() => void> {
  const run = () =>
    tidyUp(database, new Date()).catch((error: unknown) => onFault('tidy-up', error))
  await run()
  const timer = setInterval(run, HOUR_MS)
  timer.unref()
  return () => clearInterval(timer)
}

/**
 * Removes records that nobody needs any more. A promotion that a killed
 * process has left behind is abandoned: its card is where the store says.
 */
export async function tidyUp({ db }: Database, now: Date): Promise<void> {
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString()
  await db
    .updateTable('move_intents')
    .set({ state: 'abandoned' })
    .where('state', '=', 'pending')
    .where('created_at', '<', before(HOUR_MS))
    // The start of its repository finishes a promotion with a plan.
    .where('id', 'not in', (eb) => eb.selectFrom('ref_updates').select('intent_id'))
    .execute()
  await db.deleteFrom('move_intents').where('created_at', '<', before(KEPT_INTENTS_MS)).execute()
  const minute = Math.floor(now.getTime() / 60_000)
  await db
    .deleteFrom('rate_limits')
    .where('minute', '<', minute - KEPT_MINUTES)
    .execute()
}
