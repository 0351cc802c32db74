import { createRequire } from 'node:module'
import type * as Sqlite from '@photostructure/sqlite'

/** SQLite of Node.js, or of the package that has the same for Node.js 20. */
export const { DatabaseSync } = builtInSqlite() ?? packagedSqlite()

export type SqliteDatabase = InstanceType<typeof DatabaseSync>

function packagedSqlite(): typeof Sqlite {
  return createRequire(import.meta.url)('@photostructure/sqlite')
}

/**
 * Undefined where Node.js has none, or one that lacks what the store uses. Some versions warn that
 * it is experimental, which no operator can do anything about: the warning isn't printed.
 */
function builtInSqlite(): typeof Sqlite | undefined {
  const { emitWarning } = process
  process.emitWarning = () => undefined
  try {
    const sqlite = process.getBuiltinModule?.('node:sqlite') as typeof Sqlite | undefined
    return sqlite && 'columns' in sqlite.StatementSync.prototype ? sqlite : undefined
  } finally {
    process.emitWarning = emitWarning
  }
}
