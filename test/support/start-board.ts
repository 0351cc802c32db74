import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const READY = /^Board ready at (http\S+)$/m

/** A running `npm start`. */
export interface RunningBoard {
  /** Its address, ending in a slash. */
  url: string
  /** The demo keys by name. */
  keys: Readonly<Record<string, string>>
  output: () => string
  /** Ends it and waits: SIGTERM unless told. Resolves to the exit code, null when killed. */
  stop: (signal?: NodeJS.Signals) => Promise<number | null>
}

/** A directory of its own for one store. */
export function freshDirectory(): string {
  return mkdtempSync(join(tmpdir(), 'board-'))
}

/** Starts the command that `npm start` runs, on a free port, and waits until it is ready. */
export async function startBoard(args: readonly string[] = [], data = freshDirectory()): Promise<RunningBoard> {
  const child = runCommand(['--port', '0', '--data', data, ...args])
  let output = ''
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  await new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString()
      if (READY.test(output)) resolve()
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    void ended.then((code) => reject(new Error(`The board ended with ${code} before it was ready:\n${output}`)))
  })
  const url = READY.exec(output)?.[1] ?? ''
  const keys = Object.fromEntries(
    [...output.matchAll(/^ {2}(\w+) +\S+#key=(\S+)$/gm)].map(([, name = '', key = '']) => [name, key]),
  )
  return {
    url,
    keys,
    output: () => output,
    stop: (signal = 'SIGTERM') => {
      child.kill(signal)
      return ended
    },
  }
}

/** Runs the command with these arguments and environment, for looking at how it ends. */
export function runCommand(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  program = 'main.ts',
): ChildProcess {
  // The program itself, not npm or a shell: a signal must reach the process that holds the store.
  return spawn(process.execPath, ['--import', 'tsx', join(ROOT, 'src/service', program), ...args], {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}
