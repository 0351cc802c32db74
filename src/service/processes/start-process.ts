import { spawn } from 'node:child_process'
import { channel } from 'node:diagnostics_channel'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { StartedProcess } from './started-process.ts'
import { Starter } from './starter.ts'
import type { Program } from './starter-program.ts'

/** Tells of each process that is started, and of its program. */
export const processStarts = channel('trunkline.process-starts')

/**
 * Starts a program in a process group of its own. Rejects with the error of the system when it can't
 * be started, and with the reason of the signal when that is aborted before.
 *
 * To start a process, the system copies the memory tables of the one that asks. Where the service has
 * 300 MB, that takes several times as long as most of what git does, so a small process starts them.
 * See .github/decisions/0026-large-repositories.md.
 */
export async function startProcess(
  program: Program,
  signal?: AbortSignal,
): Promise<StartedProcess> {
  starter ??= openStarter()
  const starting = starter.start(program)
  const started = (await untilAborted(starting, signal)) ?? (await startHere(program))
  processStarts.publish({ started, program })
  return started
}

/** A program that is started too late is ended. */
function untilAborted<Started extends StartedProcess | undefined>(
  starting: Promise<Started>,
  signal: AbortSignal | undefined,
): Promise<Started> {
  if (!signal) return starting
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      reject(signal.reason)
      starting.then((started) => started && discard(started)).catch(() => undefined)
    }
    signal.addEventListener('abort', onAbort, { once: true })
    starting.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
  })
}

function discard(started: StartedProcess): void {
  started.kill()
  started.closeOutput()
}

let starter: Starter | undefined

/** Until it ends. Then the next program opens another one. */
function openStarter(): Starter {
  const opened = new Starter(() => {
    if (starter === opened) starter = undefined
  })
  return opened
}

/** Where a starter can't: it has just ended, or its socket has no place, as in a read-only system. */
async function startHere({ program, args, env }: Program): Promise<StartedProcess> {
  const child = spawn(program, args, { env, stdio: 'pipe', detached: true })
  await once(child, 'spawn')
  const [input, output, errors] = [child.stdin, child.stdout, child.stderr] as Socket[]
  if (child.pid === undefined || !input || !output || !errors) throw new Error('It has no process.')
  const onHold = (isNeeded: boolean) => (isNeeded ? child.ref() : child.unref())
  const started = new StartedProcess(child.pid, { input, output, errors }, onHold)
  child.on('exit', (code) => started.setExit(code ?? -1))
  return started
}
