/** A command can't be carried out as it was given: its message says why, and the exit code is 2. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}
