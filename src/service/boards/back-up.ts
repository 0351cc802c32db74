import { chmodSync, copyFileSync, existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { sql } from 'kysely'
import { messages } from '../messages.ts'
import { createDirectory, DATABASE } from '../store/data-directory.ts'
import { type Database, openDatabase } from '../store/open-database.ts'
import { CommandError } from './command-error.ts'

/** Writes a whole copy of a SQLite store while it's in use. */
export async function backUp({ db, dialect }: Database, file: string): Promise<void> {
  if (dialect === 'postgres') throw new CommandError(messages.board.backUpPostgres)
  if (existsSync(file)) throw new CommandError(messages.board.fileExists(file))
  await sql`vacuum into ${resolve(file)}`.execute(db)
  chmodSync(file, 0o600)
}

/**
 * Makes a backup the store of a directory that is empty or doesn't exist. It gets a new id, because
 * its versions count again.
 */
export async function restore(file: string, directory: string): Promise<void> {
  if (!existsSync(file)) throw new CommandError(messages.board.fileMissing(file))
  if (existsSync(directory) && readdirSync(directory).length > 0) {
    throw new CommandError(messages.board.directoryNotEmpty(directory))
  }
  createDirectory(directory)
  copyFileSync(file, join(directory, DATABASE))
  const database = await openDatabase({
    type: 'directory',
    path: directory,
    exclusive: true,
    isRestored: true,
  })
  await database.close()
}
