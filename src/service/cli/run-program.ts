import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { CommandError } from '../boards/command-error.ts'
import { messages } from '../messages/messages.ts'
import { DATABASE, DataDirectoryError } from '../store/data-directory.ts'
import { type Database, openDatabase, type StoreLocation } from '../store/open-database.ts'
import { StoreError } from '../store/store-error.ts'
import { databaseUrlFrom, defaultChoices } from './default-choices.ts'
import { UsageError } from './usage-error.ts'

/**
 * Runs a command of the operator. What the person can mend ends with a sentence and code 2, and
 * anything else with code 1.
 */
export async function runProgram(run: () => Promise<void>): Promise<void> {
  try {
    await run()
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    console.error(canBeMended(error) ? `${message}\n${messages.usage.seeCommandHelp}` : message)
    process.exitCode = canBeMended(error) ? 2 : 1
  }
}

function canBeMended(error: unknown): boolean {
  const isParseError = error instanceof TypeError && 'code' in error
  const types = [CommandError, UsageError, DataDirectoryError, StoreError]
  return isParseError || types.some((type) => error instanceof type)
}

/** From DATABASE_URL, or the directory in --data or BOARD_DATA. */
export function storeLocation(data: string | undefined): StoreLocation {
  const defaults = defaultChoices()
  const databaseUrl = databaseUrlFrom(process.env, defaults)
  if (databaseUrl && data === undefined) return { type: 'postgres', url: databaseUrl }
  const { repository } = defaults
  const sources = repository === undefined ? [] : [repository]
  const path = data ?? (process.env.BOARD_DATA || defaults.data(sources))
  return { type: 'directory', path, exclusive: false }
}

/** Opens the store for one command. Throws CommandError when it doesn't exist. */
export async function withStore(
  location: StoreLocation,
  run: (database: Database) => Promise<void>,
): Promise<void> {
  if (location.type === 'directory' && !existsSync(join(location.path, DATABASE))) {
    throw new CommandError(messages.credential.noStoreIn(location.path))
  }
  const database = await openDatabase(location)
  try {
    await run(database)
  } finally {
    await database.close()
  }
}
