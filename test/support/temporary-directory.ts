import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

const PREFIX = 'trunkline-'

/** Puts all data and repositories of a run into one directory, and removes it at the end. */
export function setup(): (() => void) | undefined {
  // Several projects of one run have this setup.
  if (basename(tmpdir()).startsWith(PREFIX)) return undefined
  const before = process.env.TMPDIR
  const directory = mkdtempSync(join(tmpdir(), PREFIX))
  process.env.TMPDIR = directory
  return () => {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
    rmSync(directory, { recursive: true, force: true })
  }
}
