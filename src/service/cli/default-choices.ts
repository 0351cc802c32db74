import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { homedir } from 'node:os'
import { basename, dirname, isAbsolute, join, resolve } from 'node:path'
import { IS_PACKAGE } from '../messages/command-names.ts'

/** What counts for what neither the command line nor the environment sets. */
export interface DefaultChoices {
  /** Path of the repository whose board is shown; undefined for the demo. */
  repository: string | undefined
  /** Directory of the store of the boards over these repositories. */
  data: (sources: readonly string[]) => string
}

const CHECKOUT: DefaultChoices = { repository: undefined, data: () => '.board' }

/** In a clone, it's the database of what is developed there. */
export function databaseUrlFrom(
  { DATABASE_URL }: Readonly<Partial<Record<string, string>>>,
  { repository }: DefaultChoices,
): string | undefined {
  return repository === undefined ? DATABASE_URL : undefined
}

/** In a checkout, the demo in `.board`. The package shows the repository around `directory`. */
export function defaultChoices(directory = process.cwd()): DefaultChoices {
  return IS_PACKAGE ? packageChoices(directory, process.env) : CHECKOUT
}

/**
 * The store is outside of the clone: nothing in it is to be ignored, or to be pushed by mistake.
 */
export function packageChoices(
  directory: string,
  environment: Readonly<NodeJS.ProcessEnv>,
): DefaultChoices {
  const state = join(stateHome(environment), 'trunkline')
  return {
    repository: findRepository(directory),
    data: (sources) => {
      if (sources.length === 0) return join(state, 'board')
      const paths = sources.map((source) => (isUrl(source) ? source : resolve(directory, source)))
      const hash = createHash('sha256').update(paths.join('\n')).digest('hex').slice(0, 8)
      const name = basename(paths[0] ?? '').replace(/\.git$/, '')
      return join(state, `${name.replace(/[^\w.-]/g, '-')}-${hash}`)
    },
  }
}

/** Also from a folder inside of it, and from a work tree that was added. */
function findRepository(directory: string): string | undefined {
  try {
    // Whose repository it is, is checked when it's opened.
    const args = ['-c', 'safe.directory=*', 'rev-parse', '--path-format=absolute']
    const common = execFileSync('git', [...args, '--git-common-dir'], {
      cwd: directory,
      encoding: 'utf8',
      env: { ...process.env, LC_ALL: 'C' },
      stdio: ['ignore', 'pipe', 'pipe'],
    }).trimEnd()
    return basename(common) === '.git' ? dirname(common) : common
  } catch (error) {
    // What else is wrong with a repository is reported when it's opened.
    return isWithoutRepository(error) ? undefined : directory
  }
}

function isWithoutRepository(error: unknown): boolean {
  if (!(error instanceof Error)) return true
  const isGitMissing = 'code' in error && error.code === 'ENOENT'
  const output = 'stderr' in error ? String(error.stderr) : ''
  return isGitMissing || /not a git repository/i.test(output)
}

function isUrl(source: string): boolean {
  return /^[a-z][a-z\d+.-]+:\/\/|^[\w.-]+@[\w.-]+:/i.test(source)
}

/** Where the user's programs keep what isn't configuration. */
function stateHome({ XDG_STATE_HOME, LOCALAPPDATA }: Readonly<NodeJS.ProcessEnv>): string {
  if (XDG_STATE_HOME && isAbsolute(XDG_STATE_HOME)) return XDG_STATE_HOME
  if (process.platform === 'win32' && LOCALAPPDATA) return LOCALAPPDATA
  return join(homedir(), '.local', 'state')
}
