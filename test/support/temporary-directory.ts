import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

const PREFIX = 'trunkline-'

/** In memory, a git process takes about half the time. */
const MEMORY = '/dev/shm'
const NEEDED_BYTES = 4 * 1024 ** 3

function parentDirectory(): string {
  if (process.env.TMPDIR || !existsSync(MEMORY)) return tmpdir()
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize > NEEDED_BYTES ? MEMORY : tmpdir()
}

/**
 * Puts all data and repositories of a run into one directory, and removes it at the end. TEST_DISK
 * is another one, which is never in memory.
 */
export function setup(): (() => void) | undefined {
  // Several projects of one run have this setup.
  if (basename(tmpdir()).startsWith(PREFIX)) return undefined
  const before = process.env.TMPDIR
  const disk = mkdtempSync(join(tmpdir(), PREFIX))
  const directory = mkdtempSync(join(parentDirectory(), PREFIX))
  process.env.TEST_DISK = disk
  process.env.TMPDIR = directory
  return () => {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
    for (const path of [directory, disk]) rmSync(path, { recursive: true, force: true })
  }
}
