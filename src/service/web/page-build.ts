import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { messages } from '../messages.ts'

/** Absolute path, so that the command works from any directory. */
export const PROJECT_ROOT = fileURLToPath(new URL('../../..', import.meta.url))

export const PAGE_DIRECTORY = join(PROJECT_ROOT, 'dist')

/** Name of the file that contains the fingerprint of the sources of a build. */
export const STAMP = '.built-from'

const INPUTS = ['index.html', 'package-lock.json', 'vite.config.ts', 'src', 'public']

/** SHA-256 of all sources of the page, in hex. */
export function pageFingerprint(root = PROJECT_ROOT): string {
  const hash = createHash('sha256')
  for (const input of INPUTS) addToHash(hash, join(root, input), input)
  for (const [name, value] of Object.entries(process.env).sort()) {
    if (name.startsWith('VITE_')) hash.update(`${name}=${value}\n`)
  }
  return hash.digest('hex')
}

/**
 * Builds the page if its sources changed since the last build. Calls `onBuild` before a build.
 * Returns the directory.
 */
export async function ensurePageBuilt(onBuild: () => void): Promise<string> {
  const stamp = join(PAGE_DIRECTORY, STAMP)
  const lastFingerprint = existsSync(stamp) ? readFileSync(stamp, 'utf8') : ''
  if (lastFingerprint !== pageFingerprint()) {
    onBuild()
    const { build } = await importVite()
    await build({ root: PROJECT_ROOT, logLevel: 'warn' })
  }
  return PAGE_DIRECTORY
}

/** A production install has no Vite. It needs a page that was built before. */
async function importVite() {
  try {
    return await import('vite')
  } catch (cause) {
    const isMissing =
      cause instanceof Error && 'code' in cause && cause.code === 'ERR_MODULE_NOT_FOUND'
    throw isMissing ? new Error(messages.startup.pageNotBuilt, { cause }) : cause
  }
}

function addToHash(hash: ReturnType<typeof createHash>, path: string, name: string): void {
  if (name === 'src/service') return
  if (!existsSync(path)) return
  const entries = readEntries(path)
  if (entries) for (const entry of entries) addToHash(hash, join(path, entry), `${name}/${entry}`)
  else hash.update(`${name}\n`).update(readFileSync(path))
}

function readEntries(path: string): string[] | undefined {
  try {
    return readdirSync(path).sort()
  } catch {
    return undefined
  }
}
