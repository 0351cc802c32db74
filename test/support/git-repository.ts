import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

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

/** A repository that a test makes, and what people do with it. */
export class GitRepository {
  constructor(readonly path: string) {}

  git(...args: string[]): string {
    return this.gitAs('ada@example.test', ...args)
  }

  /** As the author and committer with this address. */
  gitAs(email: string, ...args: string[]): string {
    const env = { ...ENVIRONMENT, GIT_AUTHOR_EMAIL: email, GIT_COMMITTER_EMAIL: email }
    const options = { cwd: this.path, env, stdio: 'pipe' as const }
    return execFileSync('git', args, options).toString().trim()
  }

  /** Commits files on a branch, which is created from another one if it doesn't exist. */
  commit(
    branch: string,
    files: Readonly<Record<string, string>>,
    { message = `Change ${branch}`, from = 'main', author = 'Ada' } = {},
  ): string {
    const exists = this.git('branch', '--list', branch) !== ''
    this.git('checkout', '--quiet', ...(exists ? [branch] : ['-b', branch, from]))
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(this.path, name)), { recursive: true })
      writeFileSync(join(this.path, name), text)
    }
    this.git('add', '--all')
    const person = `${author} <${author.toLowerCase()}@example.test>`
    this.git('commit', '--quiet', '--allow-empty', '--author', person, '-m', message)
    const id = this.git('rev-parse', 'HEAD')
    this.leave()
    return id
  }

  /** Nothing is checked out, so that every branch can be promoted. */
  leave(): void {
    this.git('checkout', '--quiet', '--detach')
  }

  /** The commit of a branch. */
  head(branch: string): string {
    return this.git('rev-parse', `refs/heads/${branch}`)
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

/** A repository with one commit on main, and the other branches there too. */
export function createRepository(branches: readonly string[] = ['staging', 'production']) {
  const path = mkdtempSync(join(tmpdir(), 'repository-'))
  execFileSync('git', ['init', '--quiet', '--initial-branch=main', path], { env: ENVIRONMENT })
  const repository = new GitRepository(path)
  writeFileSync(join(path, 'shared.txt'), 'start\n')
  repository.git('add', '--all')
  repository.git('commit', '--quiet', '-m', 'Start')
  for (const branch of branches) repository.git('branch', branch)
  repository.leave()
  return repository
}

/** A clone that a colleague pushes from. */
export function cloneRepository(source: string): GitRepository {
  const path = mkdtempSync(join(tmpdir(), 'clone-'))
  execFileSync('git', ['clone', '--quiet', source, path], { env: ENVIRONMENT, stdio: 'pipe' })
  return new GitRepository(path)
}

/** A bare repository with the same branches, to push to. */
export function createBareCopy({ path: source }: GitRepository): GitRepository {
  const path = mkdtempSync(join(tmpdir(), 'bare-'))
  execFileSync('git', ['clone', '--quiet', '--mirror', source, path], {
    env: ENVIRONMENT,
    stdio: 'pipe',
  })
  const bare = new GitRepository(path)
  bare.git('symbolic-ref', 'HEAD', 'refs/heads/main')
  return bare
}
