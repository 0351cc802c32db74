import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const READY = /^Board ready at (http\S+)$/m

/** A running `npm start`. */
export interface RunningBoard {
  /** Ends in a slash. */
  url: string
  /** Secrets of the demo keys, by name. */
  keys: Readonly<Record<string, string>>
  output: () => string
  pid: number
  /**
   * Sends SIGTERM or `signal`, and waits for the exit. Resolves to the exit code, or null if the
   * signal killed it.
   */
  stop: (signal?: NodeJS.Signals) => Promise<number | null>
}

/** Creates a temporary directory for one store. */
export function createDataDirectory(): string {
  return mkdtempSync(join(tmpdir(), 'board-'))
}

/** Starts the command that `npm start` runs, on a free port, and waits until it is ready. */
export async function startBoard(
  args: readonly string[] = [],
  data: string | null = createDataDirectory(),
  env: Readonly<Record<string, string>> = {},
): Promise<RunningBoard> {
  const store = data === null ? [] : ['--data', data]
  const child = runCommand(['--port', '0', ...store, ...args], env)
  let output = ''
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  await new Promise<void>((resolve, reject) => {
    const collectOutput = (chunk: Buffer) => {
      output += chunk.toString()
      if (READY.test(output)) resolve()
    }
    child.stdout?.on('data', collectOutput)
    child.stderr?.on('data', collectOutput)
    void exited.then((code) =>
      reject(new Error(`The board exited with code ${code} before it was ready:\n${output}`)),
    )
  })
  const url = READY.exec(output)?.[1] ?? ''
  const keys = Object.fromEntries(
    [...output.matchAll(/^ {2}(\w+) +\S+#key=(\S+)$/gm)].map(([, name = '', key = '']) => [
      name,
      key,
    ]),
  )
  return {
    url,
    keys,
    output: () => output,
    pid: child.pid ?? 0,
    stop: (signal = 'SIGTERM') => {
      child.kill(signal)
      return exited
    },
  }
}

/** Starts a program in `src/service` without waiting until it is ready. */
function runCommand(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  program = 'start',
): ChildProcess {
  const { SERVICE_BUNDLE } = process.env
  const file = SERVICE_BUNDLE
    ? [join(SERVICE_BUNDLE, `${program}.js`)]
    : ['--import', 'tsx', join(ROOT, `src/service/cli/${program}.ts`)]
  // Runs node directly, not npm or a shell, so that signals go to the process that has the store
  // open.
  return spawn(process.execPath, ['--max-semi-space-size=8', ...file, ...args], {
    cwd: ROOT,
    // Most tests move cards back, which a repository doesn't allow.
    env: { ...process.env, NODE_ENV: 'production', BOARD_SCRIPTED_DEMO: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** Runs a program in `src/service` to its end. The output has both streams. */
export async function runToExit(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  program = 'start',
): Promise<{ code: number; output: string }> {
  const child = runCommand(args, env, program)
  let output = ''
  const collect = (chunk: Buffer) => {
    output += chunk.toString()
  }
  child.stdout?.on('data', collect)
  child.stderr?.on('data', collect)
  const [code] = await once(child, 'exit')
  return { code, output }
}

/** Changes a card as another person would. Returns the HTTP status. */
export async function patchCardElsewhere(
  { url, keys }: RunningBoard,
  number: number,
  change: object,
): Promise<number> {
  const response = await fetch(`${url}v1/cards/${number}`, {
    method: 'PATCH',
    headers: { Authorization: `Bearer ${keys.maintainer}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(change),
  })
  return response.status
}
