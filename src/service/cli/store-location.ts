import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { CommandError } from '../boards/command-error.ts'
import { DATA_DEFAULT } from '../messages/command-names.ts'
import { messages } from '../messages/messages.ts'
import { DATABASE } from '../store/data-directory.ts'
import { type Database, openDatabase, type StoreLocation } from '../store/open-database.ts'
import { databaseUrlFrom, defaultChoices } from './default-choices.ts'
import { type ReadOptions, secret, single } from './option-table.ts'

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
  if (databaseUrl && !typed.has('data')) return { type: 'postgres', url: databaseUrl }
  const { repository } = defaults
  const path = values.data ?? defaults.data(repository === undefined ? [] : [repository])
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
