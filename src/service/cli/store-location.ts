import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { CommandError } from '../boards/command-error.ts'
import { DATA_DEFAULT } from '../messages/command-names.ts'
import { messages } from '../messages/messages.ts'
import { DATABASE } from '../store/data-directory.ts'
import { type Database, openDatabase, type StoreLocation } from '../store/open-database.ts'
import { databaseUrlFrom, defaultChoices } from './default-choices.ts'
import { type ReadOptions, secret, single } from './option-table.ts'
import { UsageError } from './usage-error.ts'

/** Of each command: where the store is. */
export const STORE_OPTIONS = {
  data: single('DIR', `directory of the store ${DATA_DEFAULT}`, { variable: 'BOARD_DATA' }),
  databaseUrl: secret('DATABASE_URL', 'Without --data, this PostgreSQL database if it is set'),
}

export function storeLocation({
  values,
  typed,
}: Pick<ReadOptions<typeof STORE_OPTIONS>, 'values' | 'typed'>): StoreLocation {
  const defaults = defaultChoices()
  const databaseUrl = databaseUrlFrom({ DATABASE_URL: values.databaseUrl }, defaults)
  const url = typed.has('data') ? undefined : checkedDatabaseUrl(databaseUrl)
  if (url !== undefined) return { type: 'postgres', url }
  const { repository } = defaults
  const path = values.data ?? defaults.data(repository === undefined ? [] : [repository])
  return { type: 'directory', path, exclusive: false }
}

/** Throws UsageError, without the URL: it contains a password. */
export function checkedDatabaseUrl(url: string | undefined): string | undefined {
  if (url === undefined || URL.canParse(url)) return url
  throw new UsageError(messages.usage.databaseUrlInvalid)
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
