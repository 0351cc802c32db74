import { messages } from '../messages/messages.ts'
import { Queue } from '../queue.ts'
import {
  DEFAULT_TIMEOUT_MS,
  MAX_ERROR_LENGTH,
  MAX_OUTPUT_BYTES,
  type ProcessResult,
  processPlaces,
  reasonOf,
  type StopCause,
  stopped,
} from './run-process.ts'
import { startProcess } from './start-process.ts'
import type { StartedProcess } from './started-process.ts'
import type { Program } from './starter-program.ts'

/** Called with each part of the output. Returns undefined until the answer is whole. */
export type ReadAnswer<Answer> = (chunk: Buffer) => Answer | undefined

/** What a program has answered, or how it ended instead. */
type Outcome<Answer> =
  | { answer: Answer }
  /** `isUnanswered` when it was killed by others before it wrote anything. */
  | { ended: ProcessResult; isUnanswered?: boolean }

/** A program, until the signal is aborted. */
export interface StoppableProgram extends Program {
  signal: AbortSignal | undefined
}

const MAX_IDLE_MS = 1_000
/** git keeps some of what it has read for as long as it's open. */
const MAX_AGE_MS = 30_000

/**
 * A program that stays open and answers one request after another. To start one takes longer than
 * most answers.
 */
export class OpenProcess {
  readonly #queue = new Queue()
  #waiting = 0
  #running: RunningProcess | undefined

  /** `onIdle` is called when nothing was asked for a while. */
  constructor(
    private readonly program: StoppableProgram,
    private readonly onIdle: () => void,
  ) {}

  /** Starts the program where it's needed. Rejects when that fails, and with what `read` throws. */
  async ask<Answer>(input: string, read: ReadAnswer<Answer>): Promise<Outcome<Answer>> {
    this.#waiting += 1
    try {
      return await this.#queue.run(() => processPlaces.run(() => this.#ask(input, read)))
    } finally {
      this.#waiting -= 1
      this.#tellIfIdle()
    }
  }

  end(): void {
    this.#running?.end()
    this.#running = undefined
  }

  async #ask<Answer>(input: string, read: ReadAnswer<Answer>): Promise<Outcome<Answer>> {
    const { signal } = this.program
    if (signal?.aborted) return { ended: stopped(signal) }
    try {
      return await this.#askRunning(input, read)
    } catch (error) {
      if (signal?.aborted) return { ended: stopped(signal) }
      throw error
    }
  }

  async #askRunning<Answer>(input: string, read: ReadAnswer<Answer>): Promise<Outcome<Answer>> {
    const { signal } = this.program
    const earlier = this.#running
    const outcome = await (earlier ?? (await this.#start())).ask(input, read)
    // It can have been killed while it had nothing to do, which says nothing about this request.
    const isLost = earlier && 'ended' in outcome && outcome.isUnanswered && !signal?.aborted
    return isLost ? (await this.#start()).ask(input, read) : outcome
  }

  async #start(): Promise<RunningProcess> {
    const { signal, ...program } = this.program
    const started = await startProcess(program, signal)
    const running = new RunningProcess(started, signal, () => {
      if (this.#running === running) this.#running = undefined
      this.#tellIfIdle()
    })
    this.#running = running
    return running
  }

  #tellIfIdle(): void {
    if (this.#waiting === 0 && this.#running === undefined) this.onIdle()
  }
}

interface Request {
  onChunk: (chunk: Buffer) => void
  onEnd: (result: ProcessResult) => void
}

class RunningProcess {
  #request: Request | undefined
  #stderr = ''
  #stopReason: string | undefined
  #stoppedBy: StopCause | undefined
  /** How it ended; it can be over before anything is asked. */
  #ended: ProcessResult | undefined
  readonly #startedAt = performance.now()
  #idle: NodeJS.Timeout | undefined

  /** `onUnused` is called when it takes no further request, perhaps more than once. */
  constructor(
    private readonly started: StartedProcess,
    signal: AbortSignal | undefined,
    private readonly onUnused: () => void,
  ) {
    const onAbort = () => signal && this.#stop(reasonOf(signal), 'signal')
    signal?.addEventListener('abort', onAbort, { once: true })
    if (signal?.aborted) onAbort()
    const onOutput = (chunk: Buffer) => {
      if (this.#request) this.#request.onChunk(chunk)
      // It would be taken for a part of the next answer.
      else this.#stop('')
    }
    started.read(onOutput, (chunk) => {
      if (this.#stderr.length < MAX_ERROR_LENGTH) this.#stderr += chunk.toString()
    })
    started.closed.then((code) => {
      clearTimeout(this.#idle)
      signal?.removeEventListener('abort', onAbort)
      this.onUnused()
      this.#ended = this.#resultOf(code)
      this.#request?.onEnd(this.#ended)
    })
  }

  async ask<Answer>(input: string, read: ReadAnswer<Answer>): Promise<Outcome<Answer>> {
    clearTimeout(this.#idle)
    this.#stderr = ''
    this.started.hold(true)
    const timer = setTimeout(() => {
      this.#stop(messages.repository.tookTooLong(DEFAULT_TIMEOUT_MS), 'time')
    }, DEFAULT_TIMEOUT_MS)
    try {
      return await this.#answerTo(input, read)
    } catch (error) {
      this.#stop('')
      throw error
    } finally {
      clearTimeout(timer)
      this.#request = undefined
      this.started.hold(false)
      const isOld = performance.now() - this.#startedAt > MAX_AGE_MS
      this.#idle = setTimeout(() => this.#retire(), isOld ? 0 : MAX_IDLE_MS).unref()
      if (isOld) this.onUnused()
    }
  }

  end(): void {
    clearTimeout(this.#idle)
    this.started.input.end()
  }

  #answerTo<Answer>(input: string, read: ReadAnswer<Answer>): Promise<Outcome<Answer>> {
    return new Promise((resolve, reject) => {
      let bytes = 0
      const onChunk = (chunk: Buffer) => {
        bytes += chunk.byteLength
        if (bytes > MAX_OUTPUT_BYTES) {
          return this.#stop(messages.repository.tooLarge(MAX_OUTPUT_BYTES), 'size')
        }
        try {
          const answer = read(chunk)
          if (answer !== undefined) resolve({ answer })
        } catch (error) {
          reject(error)
        }
      }
      const onEnd = (ended: ProcessResult) => {
        const isKilled = ended.code === -1 && this.#stopReason === undefined
        resolve({ ended, isUnanswered: isKilled && bytes === 0 })
      }
      this.#request = { onChunk, onEnd }
      if (this.#ended) onEnd(this.#ended)
      else this.started.input.write(input)
    })
  }

  #retire(): void {
    this.onUnused()
    this.end()
  }

  #resultOf(code: number): ProcessResult {
    const isWhole = this.#stopReason === undefined
    const stderr = this.#stopReason ?? this.#stderr
    const ended = { code: isWhole ? code : -1, stdout: '', stderr }
    return { ...ended, stoppedBy: this.#stoppedBy }
  }

  #stop(reason: string, cause?: StopCause): void {
    this.#stopReason ??= reason
    this.#stoppedBy ??= cause
    this.onUnused()
    this.started.kill()
  }
}

/** Of each signal, by what is run. */
const openProcesses = new Map<AbortSignal | undefined, Map<string, OpenProcess>>()

/** The same program is opened once. */
export function openProcess(program: StoppableProgram): OpenProcess {
  const { args, env, signal } = program
  const own = openProcesses.get(signal) ?? new Map<string, OpenProcess>()
  openProcesses.set(signal, own)
  const key = JSON.stringify([args, env])
  const found: OpenProcess =
    own.get(key) ??
    new OpenProcess(program, () => {
      if (own.get(key) === found) own.delete(key)
      if (own.size === 0 && openProcesses.get(signal) === own) openProcesses.delete(signal)
    })
  own.set(key, found)
  return found
}

/** Those that know a directory which is about to be removed. */
export function endProcessesWith(directory: string): void {
  const text = JSON.stringify(directory).slice(1, -1)
  for (const own of openProcesses.values()) {
    for (const [key, one] of own) if (key.includes(text)) one.end()
  }
}
