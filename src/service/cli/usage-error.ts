/** Invalid command line or environment variable: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
