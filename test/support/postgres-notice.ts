/** Says that a part of the tests doesn't run, once for each run. */
export function setup(): void {
  if (process.env.TEST_DATABASE_URL) return
  console.log('TEST_DATABASE_URL is not set, so the tests on PostgreSQL are skipped.')
}
