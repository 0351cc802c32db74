import { messages } from '../messages/messages.ts'
import { Slots } from '../slots.ts'
import { startProcess } from './start-process.ts'
import type { StartedProcess } from './started-process.ts'

/** It took too long, it printed too much, or nobody needs it any more. */
export type StopCause = 'time' | 'size' | 'signal'

export interface ProcessResult {
  /** -1 when the program was killed, or when not all of its output was read. */
  code: number
  stdout: string
  stderr: string
  /** Why it was killed from here; undefined when it has ended, or crashed, by itself. */
  stoppedBy?: StopCause | undefined
}

export interface ProcessOptions {
  input?: string
  timeoutMs?: number
  /** Kills the program when it prints more. */
  maxBytes?: number
  /** Kills the program. The reason of the signal is the text of the error. */
  signal?: AbortSignal | undefined
  /** Of the output. Default: UTF-8. */
  encoding?: BufferEncoding
  /** Whether it waits for a remote: such programs don’t take the places of the others. */
  isRemote?: boolean
}

export const DEFAULT_TIMEOUT_MS = 60_000
export const MAX_OUTPUT_BYTES = 256 * 1024 * 1024
export const MAX_ERROR_LENGTH = 64 * 1024
const EXIT_WAIT_MS = 1_000

/** Programs that run at the same time: further ones wait for their turn. */
export const MAX_PROCESSES = 8
const MAX_REMOTE_PROCESSES = 16

export const processPlaces = new Slots(MAX_PROCESSES)
const remotePlaces = new Slots(MAX_REMOTE_PROCESSES)

/**
 * Runs a program to its end. Output that was cut is an error, whatever the exit code.
 * See .github/decisions/0027-the-gate-fails-closed.md.
 */
export async function runProcess(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  options: ProcessOptions,
): Promise<ProcessResult> {
  const { signal, isRemote = false } = options
  const run = () => (signal?.aborted ? stopped(signal) : runNow(program, args, env, options))
  return (isRemote ? remotePlaces : processPlaces).run(run)
}

export function stopped(signal: AbortSignal): ProcessResult {
  return { code: -1, stdout: '', stderr: reasonOf(signal), stoppedBy: 'signal' }
}

async function runNow(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  options: ProcessOptions,
): Promise<ProcessResult> {
  const { input, encoding, signal } = options
  const { timeoutMs = DEFAULT_TIMEOUT_MS, maxBytes = MAX_OUTPUT_BYTES } = options
  let started: StartedProcess
  try {
    started = await startProcess({ program, args, env }, signal)
  } catch (error) {
    if (signal?.aborted) return stopped(signal)
    throw error
  }
  const stdout: Buffer[] = []
  let stderr = ''
  let bytes = 0
  let stopReason: string | undefined
  let stoppedBy: StopCause | undefined
  const stop = (cause: StopCause, reason: string) => {
    stopReason ??= reason
    stoppedBy ??= cause
    started.kill()
  }
  const onAbort = () => signal && stop('signal', reasonOf(signal))
  const timer = setTimeout(
    () => stop('time', messages.repository.tookTooLong(timeoutMs)),
    timeoutMs,
  )
  signal?.addEventListener('abort', onAbort, { once: true })
  if (signal?.aborted) onAbort()
  const onOutput = (chunk: Buffer) => {
    bytes += chunk.byteLength
    if (bytes > maxBytes) stop('size', messages.repository.tooLarge(maxBytes))
    else stdout.push(chunk)
  }
  started.read(onOutput, (chunk) => {
    if (stderr.length < MAX_ERROR_LENGTH) stderr += chunk.toString()
  })
  started.input.end(input ?? '')
  closeWhenIdle(started, () => bytes + stderr.length)
  const code = await started.closed
  clearTimeout(timer)
  signal?.removeEventListener('abort', onAbort)
  const text = Buffer.concat(stdout).toString(encoding)
  if (stopReason !== undefined) return { code: -1, stdout: text, stderr: stopReason, stoppedBy }
  return { code, stdout: text, stderr }
}

/**
 * Something that the program has started can keep its output open. What the program itself has
 * written is read before that is closed: data in a socket arrives before the next turn of the event
 * loop.
 */
async function closeWhenIdle(started: StartedProcess, amount: () => number): Promise<void> {
  await started.exited
  let before = amount()
  const timer = setInterval(() => {
    setImmediate(() => {
      if (amount() === before) started.closeOutput()
      before = amount()
    })
  }, EXIT_WAIT_MS)
  await started.closed
  clearInterval(timer)
}

export function reasonOf({ reason }: AbortSignal): string {
  return `fatal: ${reason instanceof Error ? reason.message : String(reason)}`
}
