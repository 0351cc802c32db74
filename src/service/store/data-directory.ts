import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { messages } from '../messages/messages.ts'
import { DatabaseSync, type SqliteDatabase } from './sqlite.ts'
import { StoreError, toStoreError } from './store-error.ts'

/** The data directory can't be used as it is: exit code 2. */
export class DataDirectoryError extends Error {
  override readonly name = 'DataDirectoryError'
}

export const DATABASE = 'board.db'
const LOCK = 'server.lock'
/** Contains the id of the store, so that a lost or foreign database is noticed. */
const MARKER = 'store-id'
/** Written with the demo, also by versions without a marker. */
const DEMO_KEYS = 'demo-keys.json'

export interface DataDirectory {
  databaseFile: string
  /** Id of the store that belongs here; undefined for a new store, and one without a marker. */
  storeId: string | undefined
  writeMarker: (storeId: string) => void
  /** Lets another server use the directory. */
  release: () => void
}

/**
 * Opens a directory for a store, and creates it if needed. Only its owner can read it. With
 * `exclusive`, a second server on the same directory gets a DataDirectoryError. The operating
 * system owns the lock, so a killed process leaves no lock behind.
 */
export function openDataDirectory(
  path: string,
  { exclusive }: { exclusive: boolean },
): DataDirectory {
  createDirectory(path)
  const release = exclusive ? lockDirectory(path) : () => {}
  try {
    const databaseFile = join(path, DATABASE)
    const marker = join(path, MARKER)
    const storeId = readIfExists(marker)?.trim()
    const hadStore = storeId !== undefined || existsSync(join(path, DEMO_KEYS))
    const isMissing = !existsSync(databaseFile) || statSync(databaseFile).size === 0
    if (hadStore && isMissing) throw new DataDirectoryError(messages.usage.databaseLost(path))
    if (!existsSync(databaseFile)) createFile(databaseFile)
    restrictFiles(path)
    const writeMarker = (id: string) => writeFileSync(marker, `${id}\n`, { mode: 0o600 })
    return { databaseFile, storeId, writeMarker, release }
  } catch (error) {
    release()
    throw error
  }
}

/** SQLite creates its other files with the mode of the database file. */
function createFile(path: string): void {
  closeSync(openSync(path, 'a', 0o600))
}

/**
 * Only its owner can read it. A directory that has other contents keeps its mode: only the files of
 * the store are restricted then.
 */
export function createDirectory(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    const names = readdirSync(path)
    if (names.length === 0 || names.includes(DATABASE)) chmodSync(path, 0o700)
  } catch (cause) {
    throw new DataDirectoryError(messages.usage.directoryUnusable(path, reasonOf(cause)), { cause })
  }
}

function restrictFiles(path: string): void {
  for (const name of readdirSync(path)) {
    if (name.startsWith(DATABASE) || [LOCK, MARKER, DEMO_KEYS].includes(name)) {
      chmodSync(join(path, name), 0o600)
    }
  }
}

function readIfExists(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}

function lockDirectory(path: string): () => void {
  let lock: SqliteDatabase | undefined
  try {
    createFile(join(path, LOCK))
    lock = new DatabaseSync(join(path, LOCK), { timeout: 0 })
    lock.exec('pragma locking_mode=exclusive; begin exclusive')
    lock.exec('create table if not exists held (by text); commit')
    const held = lock
    return () => held.close()
  } catch (cause) {
    lock?.close()
    const error = toStoreError(cause)
    const isHeld = error instanceof StoreError && error.type === 'busy'
    const message = isHeld
      ? messages.usage.directoryInUse(path)
      : messages.usage.directoryUnusable(path, reasonOf(cause))
    throw new DataDirectoryError(message, { cause })
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
