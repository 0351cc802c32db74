import { access, constants, mkdtemp, readdir, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'

/** Linux keeps what is there in memory. */
const MEMORY = '/dev/shm'
const NAME = 'trunkline-merges-'
/** Also what earlier versions have left. */
const NAMES = /^(trunkline|test)-merges-/
/** Far more than one batch of merges takes. */
const MIN_FREE_BYTES = 1024 ** 3
/** A batch of merges takes minutes at most. */
const MAX_AGE_MS = 60 * 60 * 1_000

/**
 * Where temporary directories can be in memory; undefined without enough of it. Thousands of files
 * that are soon removed make ext4 slow: it looks for a new one's place beside all removed ones.
 */
export async function memoryDirectory(): Promise<string | undefined> {
  try {
    await access(MEMORY, constants.W_OK)
    const { bavail, bsize } = await statfs(MEMORY)
    return bavail * bsize >= MIN_FREE_BYTES ? MEMORY : undefined
  } catch {
    return undefined
  }
}

export function createScratchDirectory(parent: string): Promise<string> {
  return mkdtemp(join(parent, NAME))
}

/** Of services that were killed, in memory and in another directory. */
export async function removeOldScratch(directory: string): Promise<void> {
  for (const parent of [MEMORY, directory]) {
    const names = await readdir(parent).catch(() => [])
    for (const name of names) {
      if (NAMES.test(name)) await removeIfOld(join(parent, name))
    }
  }
}

async function removeIfOld(path: string): Promise<void> {
  const { mtimeMs = Date.now() } = (await stat(path).catch(() => undefined)) ?? {}
  // Somebody else's can't be removed.
  if (Date.now() - mtimeMs > MAX_AGE_MS) {
    await rm(path, { recursive: true, force: true }).catch(() => undefined)
  }
}
