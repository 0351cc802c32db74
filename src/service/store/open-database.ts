import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, SqliteDialect } from 'kysely'
import Database from 'libsql'
import { migrate } from './migrations.ts'
import type { Tables } from './tables.ts'

/** Says that another process serves this data directory. */
export class DirectoryInUseError extends Error {
  override readonly name = 'DirectoryInUseError'
}

/** An open database and how to close it. */
export interface OpenDatabase {
  db: Kysely<Tables>
  close: () => Promise<void>
}

/**
 * Opens the SQLite store in a directory, made when missing, and migrates it. Each commit is in the write-ahead log on
 * disk before it is acknowledged (synchronous=FULL). With `exclusive`, a second server on the same directory gets a
 * DirectoryInUseError; the lock is the operating system's, so a killed process leaves none behind.
 */
export async function openDatabase(directory: string, { exclusive }: { exclusive: boolean }): Promise<OpenDatabase> {
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

/** Opens a store that lives in memory only, for tests. */
export async function openMemoryDatabase(): Promise<OpenDatabase> {
  return openFile(':memory:')
}

async function openFile(file: string): Promise<OpenDatabase> {
  const database = new Database(file)
  for (const pragma of ['journal_mode=WAL', 'synchronous=FULL', 'foreign_keys=ON', 'busy_timeout=5000']) {
    database.pragma(pragma)
  }
  // libsql keeps better-sqlite3's interface, which Kysely's dialect asks for; only the nominal types differ.
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
        // Closing alone keeps the lock until the handle is collected: an ordinary read gives it up.
        lock.pragma('locking_mode=NORMAL')
        lock.prepare('SELECT * FROM held').all()
        lock.close()
      },
    }
  } catch {
    lock.close()
    throw new DirectoryInUseError(
      `Another board service is using ${directory}. Stop it, or use another --data directory.`,
    )
  }
}
