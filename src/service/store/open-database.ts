import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, SqliteDialect } from 'kysely'
import Database from 'libsql'
import { messages } from '#service/messages.ts'
import { migrate } from './migrate.ts'
import type { Tables } from './tables.ts'

/** Another process uses this data directory: exit code 2. */
export class DirectoryInUseError extends Error {
  override readonly name = 'DirectoryInUseError'
}

export interface OpenDatabase {
  db: Kysely<Tables>
  close: () => Promise<void>
}

/**
 * Opens and migrates the SQLite store in a directory, which is created if needed. Each commit is in
 * the write-ahead log on disk before it is acknowledged (synchronous=FULL). With `exclusive`, a
 * second server on the same directory gets a DirectoryInUseError. The operating system owns the
 * lock, so a killed process leaves no lock behind.
 */
export async function openDatabase(
  directory: string,
  { exclusive }: { exclusive: boolean },
): Promise<OpenDatabase> {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const lock = exclusive ? lockDirectory(directory) : undefined
  const opened = await openFile(join(directory, 'board.db'))
  return {
    db: opened.db,
    close: async () => {
      await opened.close()
      lock?.release()
    },
  }
}

/** For tests. */
export async function openMemoryDatabase(): Promise<OpenDatabase> {
  return openFile(':memory:')
}

async function openFile(file: string): Promise<OpenDatabase> {
  const database = new Database(file)
  for (const pragma of [
    'journal_mode=WAL',
    'synchronous=FULL',
    'foreign_keys=ON',
    'busy_timeout=5000',
  ]) {
    database.pragma(pragma)
  }
  // libsql has the API of better-sqlite3, which Kysely's dialect requires. Only the nominal types
  // differ.
  const dialect = new SqliteDialect({
    database: database as ConstructorParameters<typeof SqliteDialect>[0]['database'] & object,
  })
  const db = new Kysely<Tables>({ dialect })
  await migrate(db)
  return { db, close: () => db.destroy() }
}

function lockDirectory(directory: string): { release: () => void } {
  const lock = new Database(join(directory, 'server.lock'), { timeout: 0 })
  try {
    lock.pragma('locking_mode=EXCLUSIVE')
    lock.exec('BEGIN EXCLUSIVE; CREATE TABLE IF NOT EXISTS held (by TEXT); COMMIT')
    return {
      release: () => {
        // close() alone keeps the lock until the handle is garbage-collected. A read in normal mode
        // releases it.
        lock.pragma('locking_mode=NORMAL')
        lock.prepare('SELECT * FROM held').all()
        lock.close()
      },
    }
  } catch {
    lock.close()
    throw new DirectoryInUseError(messages.usage.directoryInUse(directory))
  }
}
