import { type ChildProcess, spawn } from 'node:child_process'
import { messages } from '../messages.ts'

export interface GitResult {
  code: number
  stdout: string
  stderr: string
}

export interface GitOptions {
  input?: string
  env?: Readonly<Record<string, string>>
  timeoutMs?: number
  /** Kills git when it prints more. */
  maxBytes?: number
}

/** A git command failed unexpectedly. The message contains git's own. */
export class GitError extends Error {
  override readonly name = 'GitError'
  constructor(
    args: readonly string[],
    readonly result: GitResult,
  ) {
    super(messages.repository.gitFailed(args[0] ?? '', result.code, result.stderr.trim()))
  }
}

const MIB = 1024 * 1024
const DEFAULT_TIMEOUT_MS = 60_000
const EXIT_WAIT_MS = 1_000

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

/** Runs git with a directory, without a shell. Text of a repository is only ever an argument. */
export class Git {
  readonly #place: readonly string[]

  constructor(
    readonly directory: string,
    private readonly env: Readonly<Record<string, string>> = {},
    private readonly base: () => Record<string, string> = gitEnvironment,
    workTree?: string,
  ) {
    // The owner was checked when the repository was opened.
    this.#place =
      workTree === undefined ? ['--git-dir', directory] : ['-C', workTree, '-c', 'safe.directory=*']
  }

  /** The output of a command that has to succeed. Throws GitError. */
  async read(args: readonly string[], options?: GitOptions): Promise<string> {
    const result = await this.run(args, options)
    if (result.code !== 0) throw new GitError(args, result)
    return result.stdout
  }

  /** The result, whatever the exit code; it's -1 when git took too long. Throws without git. */
  run(args: readonly string[], options: GitOptions = {}): Promise<GitResult> {
    const overrides = Object.entries(OVERRIDES).flatMap(([name, value]) => [
      '-c',
      `${name}=${value}`,
    ])
    const env = { ...this.base(), ...this.env, ...options.env }
    return runProcess('git', [...this.#place, ...overrides, ...args], env, options)
  }

  /** The same repository in one of its work trees, with an index of its own. */
  inWorkTree(path: string): Git {
    return new Git(this.directory, this.env, this.base, path)
  }

  /** The same directory, for connections to a remote. */
  asUser(): Git {
    return new Git(this.directory, this.env, userEnvironment)
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

/** Runs a program to its end. */
export function runProcess(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  { input, timeoutMs = DEFAULT_TIMEOUT_MS, maxBytes = 256 * MIB }: GitOptions,
): Promise<GitResult> {
  return new Promise((resolve, reject) => {
    // A group of its own, so that its children, such as ssh, end with it.
    const child = spawn(program, args, { env, stdio: ['pipe', 'pipe', 'pipe'], detached: true })
    const stdout: Buffer[] = []
    let stderr = ''
    let bytes = 0
    const stop = (reason: string) => {
      stderr = reason
      killGroup(child)
    }
    const timer = setTimeout(() => stop(messages.repository.tookTooLong(timeoutMs)), timeoutMs)
    child.on('error', (error) => {
      clearTimeout(timer)
      reject(error)
    })
    child.stdout.on('data', (chunk: Buffer) => {
      bytes += chunk.byteLength
      if (bytes > maxBytes) stop(messages.repository.tooLarge(maxBytes))
      else stdout.push(chunk)
    })
    child.stderr.on('data', (chunk: Buffer) => {
      if (stderr.length < 64 * 1024) stderr += chunk.toString()
    })
    // git can end before it has read everything.
    child.stdin.on('error', () => undefined)
    child.stdin.end(input ?? '')
    // Something that it has started can keep the pipes open.
    child.on('exit', () => setTimeout(() => child.stdout.destroy(), EXIT_WAIT_MS).unref())
    child.on('close', (code) => {
      clearTimeout(timer)
      resolve({ code: code ?? -1, stdout: Buffer.concat(stdout).toString(), stderr })
    })
  })
}

/** Ends a program with what it has started. It must have been started with `detached`. */
export function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended.
  }
}

/** The versions below lack `merge-tree --write-tree`. */
const MINIMUM_VERSION = [2, 38] as const

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
