import { setMaxListeners } from 'node:events'
import { messages } from '../../messages/messages.ts'
import { openProcess, type ReadAnswer } from '../../processes/open-process.ts'
import { type ProcessOptions, type ProcessResult, runProcess } from '../../processes/run-process.ts'

export interface GitOptions extends ProcessOptions {
  env?: Readonly<Record<string, string>>
}

/** A git command failed unexpectedly. The message contains git's own. */
export class GitError extends Error {
  override readonly name = 'GitError'
  constructor(
    args: readonly string[],
    readonly result: ProcessResult,
  ) {
    super(messages.repository.gitFailed(args[0] ?? '', result.code, result.stderr.trim()))
  }
}

/**
 * Nothing of a repository's or a person's configuration may run: no hook, no merge driver, no
 * filter, no monitor, no pager, no prompt.
 */
const OVERRIDES = {
  'core.hooksPath': '/dev/null',
  'core.fsmonitor': 'false',
  'core.attributesFile': '/dev/null',
  'core.pager': 'cat',
  'core.askPass': '',
  'gc.auto': '0',
  'maintenance.auto': 'false',
  'protocol.ext.allow': 'never',
  'log.showSignature': 'false',
  'commit.gpgSign': 'false',
  'i18n.commitEncoding': 'UTF-8',
  'i18n.logOutputEncoding': 'UTF-8',
} as const

interface GitSettings {
  env: Readonly<Record<string, string>>
  base: () => Record<string, string>
  workTree: string | undefined
  /** Directory that git runs in, beside that of the repository. */
  files: string | undefined
  config: Readonly<Record<string, string>>
  /** Kills what runs. */
  signal: AbortSignal | undefined
}

/** Runs git with a directory, without a shell. Text of a repository is only ever an argument. */
export class Git {
  readonly #settings: GitSettings

  constructor(
    readonly directory: string,
    settings: Partial<GitSettings> = {},
  ) {
    const unset = { workTree: undefined, files: undefined, signal: undefined }
    this.#settings = { env: {}, config: {}, base: gitEnvironment, ...unset, ...settings }
  }

  /** The output of a command that has to succeed. Throws GitError. */
  async read(args: readonly string[], options?: GitOptions): Promise<string> {
    const result = await this.run(args, options)
    if (result.code !== 0) throw new GitError(args, result)
    return result.stdout
  }

  /**
   * The result, whatever the exit code; it's -1 when git was killed, or when its output was cut.
   * Throws without git.
   */
  run(args: readonly string[], options: GitOptions = {}): Promise<ProcessResult> {
    const { signal } = this.#settings
    const env = { ...this.#env(), ...options.env }
    return runProcess('git', this.#arguments(args), env, { signal, ...options })
  }

  /**
   * What a command answers that takes one request after another. It stays open for further ones.
   * Throws GitError when it ends instead.
   */
  async ask<Answer>(
    args: readonly string[],
    input: string,
    read: ReadAnswer<Answer>,
  ): Promise<Answer> {
    const { signal } = this.#settings
    const program = { program: 'git', args: this.#arguments(args), env: this.#env(), signal }
    const outcome = await openProcess(program).ask(input, read)
    if ('ended' in outcome) throw new GitError(args, outcome.ended)
    return outcome.answer
  }

  /** The same repository in one of its work trees, with an index of its own. */
  inWorkTree(workTree: string): Git {
    return new Git(this.directory, { ...this.#settings, workTree })
  }

  /** The same directory, with files that git looks at, such as .gitattributes. */
  withFiles(files: string): Git {
    const env = { ...this.#settings.env, GIT_WORK_TREE: files }
    return new Git(this.directory, { ...this.#settings, env, files })
  }

  /** The same directory, with the .mailmap of a commit, and without any other one. */
  namingPeopleAs(commit: string | undefined): Git {
    const blob = commit === undefined ? '' : `${commit}:.mailmap`
    const config = { 'mailmap.file': '/dev/null', 'mailmap.blob': blob }
    // git also reads the one of the directory that it runs in.
    return new Git(this.directory, { ...this.#settings, files: this.directory, config })
  }

  /** The same directory, for connections to a remote. */
  asUser(): Git {
    return new Git(this.directory, { ...this.#settings, base: userEnvironment })
  }

  /** The same directory, with more of an environment. */
  withEnv(env: Readonly<Record<string, string>>): Git {
    return new Git(this.directory, { ...this.#settings, env: { ...this.#settings.env, ...env } })
  }

  /** The same directory, until the signal is aborted. */
  until(signal: AbortSignal): Git {
    // Each process that runs listens to it.
    setMaxListeners(0, signal)
    return new Git(this.directory, { ...this.#settings, signal })
  }

  #env(): Record<string, string> {
    const { base, env } = this.#settings
    return { ...base(), ...env }
  }

  #arguments(args: readonly string[]): string[] {
    const overrides = Object.entries({ ...OVERRIDES, ...this.#settings.config })
    return [
      ...this.#place(),
      ...overrides.flatMap(([name, value]) => ['-c', `${name}=${value}`]),
      ...args,
    ]
  }

  #place(): string[] {
    const { workTree, files } = this.#settings
    if (files !== undefined) return ['-C', files, '--git-dir', this.directory]
    if (workTree === undefined) return ['--git-dir', this.directory]
    // The owner was checked when the repository was opened.
    return ['-C', workTree, '-c', 'safe.directory=*']
  }
}

/** Without a person's configuration, and without any variable that changes what git does. */
export function gitEnvironment(): Record<string, string> {
  return {
    PATH: process.env.PATH ?? '',
    LC_ALL: 'C.UTF-8',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_TERMINAL_PROMPT: '0',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_GRAFT_FILE: '/dev/null',
    // Also no fetch of objects that a partial clone lacks.
    GIT_ALLOW_PROTOCOL: 'none',
  }
}

const USER_VARIABLES = [
  'HOME',
  'XDG_CONFIG_HOME',
  'SSH_AUTH_SOCK',
  'GIT_SSH_COMMAND',
  'SSL_CERT_FILE',
  'GIT_SSL_CAINFO',
  'DBUS_SESSION_BUS_ADDRESS',
  'http_proxy',
  'https_proxy',
  'no_proxy',
  'HTTPS_PROXY',
  'NO_PROXY',
] as const

const PROTOCOLS = 'https:http:ssh:git:file'

/**
 * For connections: git's own credential helpers, agents, and URL rules are in the person's
 * configuration and environment. Nothing asks for a password.
 */
export function userEnvironment(): Record<string, string> {
  const { GIT_CONFIG_GLOBAL: _, GIT_CONFIG_NOSYSTEM: __, ...base } = gitEnvironment()
  const given = USER_VARIABLES.flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return { ...base, GIT_ALLOW_PROTOCOL: PROTOCOLS, SSH_ASKPASS: '', ...Object.fromEntries(given) }
}

/** The versions below lack `merge-tree --stdin`. */
const MINIMUM_VERSION = [2, 39] as const

/** Throws RepositoryError when git is missing or too old. */
export async function checkGit(): Promise<void> {
  const version = await gitVersion()
  if (!version) throw new RepositoryError(messages.repository.gitMissing)
  if (!isEnough(version)) throw new RepositoryError(messages.repository.gitTooOld(version))
}

/** Whether promotions can be made with git here. */
export async function isGitUsable(): Promise<boolean> {
  const version = await gitVersion()
  return version !== undefined && isEnough(version)
}

async function gitVersion(): Promise<string | undefined> {
  try {
    const { stdout } = await runProcess('git', ['--version'], gitEnvironment(), {})
    return /(\d+\.\d+(\.\d+)?)/.exec(stdout)?.[1]
  } catch {
    return undefined
  }
}

function isEnough(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [needMajor, needMinor] = MINIMUM_VERSION
  return major > needMajor || (major === needMajor && minor >= needMinor)
}

/** The repository can't be used as it is. The message says what to do: exit code 2 at the start. */
export class RepositoryError extends Error {
  override readonly name = 'RepositoryError'
}
