import { copyFileSync, existsSync, readdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { messages } from '../messages/messages.ts'
import { createDirectory, DATABASE } from '../store/data-directory.ts'
import { copyDatabase, type Database, openDatabase } from '../store/open-database.ts'
import { DatabaseSync } from '../store/sqlite.ts'
import { CommandError } from './command-error.ts'

/** Writes a whole copy of a SQLite store while it's in use. */
export async function backUp({ db, dialect }: Database, file: string): Promise<void> {
  if (dialect === 'postgres') throw new CommandError(messages.board.backUpPostgres)
  if (existsSync(file)) throw new CommandError(messages.board.fileExists(file))
  await copyDatabase(db, resolve(file))
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
  checkBackup(file)
  createDirectory(directory)
  copyFileSync(file, join(directory, DATABASE))
  try {
    const location = { type: 'directory', path: directory, exclusive: true } as const
    const database = await openDatabase({ ...location, isRestored: true })
    await database.close()
  } catch (error) {
    for (const name of readdirSync(directory)) rmSync(join(directory, name))
    throw error
  }
}

/** Every version of the store has had them. */
const STORE_TABLES = ['boards', 'cards', 'stages', 'credentials', 'labels']

/** Throws CommandError for a file that isn't a whole store. */
function checkBackup(file: string): void {
  let problem: string = messages.board.notBackup
  try {
    const database = new DatabaseSync(file, { readOnly: true })
    const tables = database.prepare("select name from sqlite_master where type = 'table'").all()
    const names = new Set(tables.map(({ name }) => String(name)))
    const isStore = STORE_TABLES.every((name) => names.has(name))
    const [check] = database.prepare('pragma quick_check').all()
    database.close()
    if (isStore && check && Object.values(check)[0] === 'ok') return
  } catch (error) {
    problem = error instanceof Error ? error.message : problem
  }
  throw new CommandError(messages.board.backupInvalid(file, problem))
}
