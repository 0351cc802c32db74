import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { IS_PACKAGE } from '../messages/command-names.ts'
import { messages } from '../messages/messages.ts'

/** Absolute path, so that the command works from any directory. */
const PROJECT_ROOT = fileURLToPath(new URL('../../..', import.meta.url))

const PAGE_DIRECTORY = join(PROJECT_ROOT, 'dist')

/** Beside the directory of the service. */
const PACKAGED_PAGE = fileURLToPath(new URL('../page', import.meta.url))

/** Name of the file that contains the fingerprint of the sources of a build. */
export const STAMP = '.built-from'

const INPUTS = [
  'index.html',
  'package.json',
  'package-lock.json',
  'vite.config.ts',
  'src',
  'public',
]

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
 * Builds the page if its sources changed since the last build. Without Vite, as in a production
 * install, a page that was built before is used as it is; the package has one. Returns the
 * directory.
 */
export async function ensurePageBuilt(print: (line: string) => void): Promise<string> {
  if (IS_PACKAGE) return PACKAGED_PAGE
  const stamp = join(PAGE_DIRECTORY, STAMP)
  const lastFingerprint = existsSync(stamp) ? readFileSync(stamp, 'utf8') : ''
  if (lastFingerprint === pageFingerprint()) return PAGE_DIRECTORY
  const vite = findVite()
  if (vite) {
    print(messages.startup.building)
    await build(vite)
  } else if (existsSync(join(PAGE_DIRECTORY, 'index.html'))) {
    print(messages.startup.pageOutdated)
  } else {
    throw new Error(messages.startup.pageNotBuilt)
  }
  return PAGE_DIRECTORY
}

/** The command of Vite, if it's installed. */
function findVite(): string | undefined {
  try {
    const manifest = createRequire(import.meta.url).resolve('vite/package.json')
    return join(dirname(manifest), 'bin/vite.js')
  } catch {
    return undefined
  }
}

/** In another process: a build takes hundreds of megabytes, which this one would keep. */
function build(vite: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const args = [vite, 'build', '--logLevel', 'error']
    const child = spawn(process.execPath, args, {
      cwd: PROJECT_ROOT,
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    child.once('error', reject)
    child.once('exit', (code) => {
      if (code === 0) resolve()
      else reject(new Error(messages.usage.buildFailed))
    })
  })
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
