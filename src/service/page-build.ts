import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The project's directory: the page is built there, wherever the command was started from. */
export const PROJECT_ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Where the built page is. */
export const PAGE_DIRECTORY = join(PROJECT_ROOT, 'dist')

/** Holds the fingerprint of what a page was built from. */
export const STAMP = '.built-from'

const INPUTS = ['index.html', 'package-lock.json', 'vite.config.ts', 'src', 'public']

/** Fingerprint of everything that the page is built from. */
export function pageFingerprint(root = PROJECT_ROOT): string {
  const hash = createHash('sha256')
  for (const input of INPUTS) addTo(hash, join(root, input), input)
  for (const [name, value] of Object.entries(process.env).sort()) {
    if (name.startsWith('VITE_')) hash.update(`${name}=${value}\n`)
  }
  return hash.digest('hex')
}

/** Builds the page unless the built one is of the present sources. `onBuild` is called when there is work to do. */
export async function ensurePageBuilt(onBuild: () => void): Promise<string> {
  const stamp = join(PAGE_DIRECTORY, STAMP)
  const built = existsSync(stamp) ? readFileSync(stamp, 'utf8') : ''
  if (built !== pageFingerprint()) {
    onBuild()
    const { build } = await import('vite')
    await build({ root: PROJECT_ROOT, logLevel: 'warn' })
  }
  return PAGE_DIRECTORY
}

function addTo(hash: ReturnType<typeof createHash>, path: string, name: string): void {
  if (name === 'src/service') return
  if (!existsSync(path)) return
  const entries = readEntries(path)
  if (entries) for (const entry of entries) addTo(hash, join(path, entry), `${name}/${entry}`)
  else hash.update(`${name}\n`).update(readFileSync(path))
}

function readEntries(path: string): string[] | undefined {
  try {
    return readdirSync(path).sort()
  } catch {
    return undefined
  }
}
