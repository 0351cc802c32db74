import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { messages } from '../../messages/messages.ts'
import { killGroup } from '../../processes/started-process.ts'
import { plainText } from '../git/plain-text.ts'
import type { Repository } from '../git/repository.ts'
import type { CheckResult } from './commit-checks.ts'

export interface CheckCommand {
  command: readonly string[]
  timeoutSeconds: number
  /** Program that runs the command, such as a container or another user; see --check-runner. */
  runner: readonly string[]
}

/** Runs the command on the files of a merge commit, which no branch has yet. */
export async function runCheckCommand(
  repository: Repository,
  commit: string,
  check: CheckCommand,
  signal: AbortSignal,
): Promise<CheckResult> {
  // Not in the data directory: the command must not learn where that is.
  const root = mkdtempSync(join(tmpdir(), 'trunkline-check-'))
  try {
    const files = join(root, 'files')
    mkdirSync(files)
    await exportFiles(repository, commit, root)
    return await run(files, check, signal)
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

/** Without filters and hooks: the private repository has no configuration. */
async function exportFiles({ merges }: Repository, commit: string, root: string): Promise<void> {
  const env = { GIT_INDEX_FILE: join(root, 'index'), GIT_WORK_TREE: join(root, 'files') }
  await merges.read(['read-tree', commit], { env })
  await merges.read(['checkout-index', '--all', '--force'], { env })
}

function run(
  cwd: string,
  { command, timeoutSeconds, runner }: CheckCommand,
  signal: AbortSignal,
): Promise<CheckResult> {
  const [program = '', ...args] = [...runner, ...command]
  const name = plainText(command.join(' '))
  const red = (reason: string): CheckResult => ({ type: 'red', reason })
  const stopped = red(messages.repository.commandStopped(name))
  if (signal.aborted) return Promise.resolve(stopped)
  return new Promise((resolve) => {
    const env = { PATH: process.env.PATH ?? '', HOME: cwd, LANG: 'C.UTF-8', CI: 'true' }
    // A process group of its own, so that its children end with it.
    const child = spawn(program, args, { cwd, env, stdio: 'ignore', detached: true })
    let hasTimedOut = false
    const timer = setTimeout(() => {
      hasTimedOut = true
      killGroup(child.pid)
    }, timeoutSeconds * 1_000)
    const stop = () => killGroup(child.pid)
    signal.addEventListener('abort', stop, { once: true })
    const finish = (result: CheckResult) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', stop)
      killGroup(child.pid)
      resolve(result)
    }
    child.on('error', () => finish(red(messages.repository.commandNotStarted(plainText(program)))))
    child.on('exit', (code) => {
      if (signal.aborted) finish(stopped)
      // On a busy machine, the end can be noticed after the time.
      else if (code === 0) finish({ type: 'passed' })
      else if (hasTimedOut) finish(red(messages.repository.commandTimedOut(name, timeoutSeconds)))
      else finish(red(messages.repository.commandFailed(name, code ?? -1)))
    })
  })
}
