import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const ENVIRONMENT = {
  PATH: process.env.PATH ?? '',
  HOME: tmpdir(),
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@example.test',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@example.test',
}

/**
 * Of all commits, in seconds: on a busy machine, some would be of a later second than others, and a
 * board has what is newer first.
 */
const COMMITTED_AT = Math.floor(Date.now() / 1000)

/** A repository that a test makes, and what people do with it. */
export class GitRepository {
  constructor(readonly path: string) {}

  git(...args: string[]): string {
    return this.gitAs('ada@example.test', ...args)
  }

  /** As the author and committer with this address. */
  gitAs(email: string, ...args: string[]): string {
    const env = { ...ENVIRONMENT, GIT_AUTHOR_EMAIL: email, GIT_COMMITTER_EMAIL: email }
    return this.#run(args, { env })
  }

  #run(args: readonly string[], { env = ENVIRONMENT, input = '' }): string {
    return execFileSync('git', args, { cwd: this.path, env, input, stdio: 'pipe' })
      .toString()
      .trim()
  }

  /**
   * Commits files on a branch, which is created from another one if it doesn't exist. Nothing is
   * checked out for it, so that it takes one process. With `merging`, it's a merge of that branch,
   * whose own files have to be named, too.
   */
  commit(
    branch: string,
    files: Readonly<Record<string, string>>,
    { message = `Change ${branch}`, from = 'main', author = 'Ada', merging = '', daysAgo = 0 } = {},
  ): string {
    const time = `${COMMITTED_AT - daysAgo * 86_400} +0000`
    const data = (text: string) => `data ${Buffer.byteLength(text)}\n${text}\n`
    const input = [
      `commit refs/heads/${branch}\nmark :1\n`,
      `author ${author} <${author.toLowerCase()}@example.test> ${time}\n`,
      `committer Ada <ada@example.test> ${time}\n`,
      data(`${message}\n`),
      `from ${this.#readHead(branch) ?? this.#readHead(from) ?? `${from}^0`}\n`,
      merging && `merge ${this.head(merging)}\n`,
      ...Object.entries(files).map(([name, text]) => `M 100644 inline ${name}\n${data(text)}`),
      'get-mark :1\n',
    ]
    return this.#run(['fast-import', '--quiet'], { input: input.join('') })
  }

  /** Nothing is checked out, so that every branch can be promoted. */
  leave(): void {
    this.git('checkout', '--quiet', '--detach')
  }

  /** The commit of a branch. */
  head(branch: string): string {
    return this.#readHead(branch) ?? this.git('rev-parse', `refs/heads/${branch}`)
  }

  /** From git's files, which takes no process; undefined without the branch. */
  #readHead(branch: string): string | undefined {
    const directory = existsSync(join(this.path, '.git')) ? '.git' : '.'
    const read = (file: string) => {
      const path = join(this.path, directory, file)
      return existsSync(path) ? readFileSync(path, 'utf8') : ''
    }
    const ref = `refs/heads/${branch}`
    const [own] = /^[\da-f]{40,}/.exec(read(ref)) ?? []
    if (own) return own
    const packed = read('packed-refs')
      .split('\n')
      .find((line) => line.endsWith(` ${ref}`))
    return packed?.split(' ')[0]
  }

  isAncestor(commit: string, branch: string): boolean {
    try {
      this.git('merge-base', '--is-ancestor', commit, `refs/heads/${branch}`)
      return true
    } catch {
      return false
    }
  }
}

const prepared = new Map<string, string>()

/** A repository with one commit on main, and the other branches there too. */
export function createRepository(
  branches: readonly string[] = ['staging', 'production'],
  parent = tmpdir(),
) {
  const key = branches.join(' ')
  const source = prepared.get(key) ?? prepareRepository(branches)
  prepared.set(key, source)
  const path = mkdtempSync(join(parent, 'repository-'))
  cpSync(source, path, { recursive: true })
  return new GitRepository(path)
}

/** Made once, and copied for each test: a copy takes no process. */
function prepareRepository(branches: readonly string[]): string {
  const path = mkdtempSync(join(tmpdir(), 'prepared-'))
  execFileSync('git', ['init', '--quiet', '--initial-branch=main', path], { env: ENVIRONMENT })
  // Without the examples, there is less to copy.
  for (const name of readdirSync(join(path, '.git/hooks'))) rmSync(join(path, '.git/hooks', name))
  const repository = new GitRepository(path)
  writeFileSync(join(path, 'shared.txt'), 'start\n')
  repository.git('add', '--all')
  repository.git('commit', '--quiet', '-m', 'Start')
  for (const branch of branches) repository.git('branch', branch)
  repository.leave()
  return path
}

/** A clone that a colleague pushes from. */
export function cloneRepository(source: string): GitRepository {
  const path = mkdtempSync(join(tmpdir(), 'clone-'))
  execFileSync('git', ['clone', '--quiet', source, path], { env: ENVIRONMENT, stdio: 'pipe' })
  return new GitRepository(path)
}

/** A bare repository with the same branches, to push to. */
export function createBareCopy({ path: source }: GitRepository, parent = tmpdir()): GitRepository {
  const path = mkdtempSync(join(parent, 'bare-'))
  execFileSync('git', ['clone', '--quiet', '--mirror', source, path], {
    env: ENVIRONMENT,
    stdio: 'pipe',
  })
  const bare = new GitRepository(path)
  bare.git('symbolic-ref', 'HEAD', 'refs/heads/main')
  return bare
}
