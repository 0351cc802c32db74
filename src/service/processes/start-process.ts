import { type ChildProcess, spawn } from 'node:child_process'
import { channel } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { StartedProcess } from './started-process.ts'
import {
  SOCKET_HEAD_BYTES,
  type SocketUse,
  type StarterNews,
  type StartOrder,
  starterSource,
} from './starter-program.ts'

export type Program = Omit<StartOrder, 'id'>

/** Tells of each process that is started, and of its program. */
export const processStarts = channel('trunkline.process-starts')

/**
 * Starts a program in a process group of its own. Rejects with the error of the system when it can't
 * be started.
 *
 * To start a process, the system copies the memory tables of the one that asks. Where the service has
 * 300 MB, that takes several times as long as most of what git does, so a small process starts them.
 * See .github/decisions/0026-large-repositories.md.
 */
export async function startProcess(program: Program): Promise<StartedProcess> {
  starter ??= openStarter()
  const started = (await starter.start(program)) ?? (await startHere(program))
  processStarts.publish({ started, program })
  return started
}

let starter: Starter | undefined

/** Until it ends. Then the next program opens another one. */
function openStarter(): Starter {
  const opened = new Starter(() => {
    if (starter === opened) starter = undefined
  })
  return opened
}

/** Where there is no place for the socket of a starter, such as in a container without /tmp. */
async function startHere({ program, args, env }: Program): Promise<StartedProcess> {
  const child = spawn(program, args, { env, stdio: 'pipe', detached: true })
  await once(child, 'spawn')
  const [input, output, errors] = [child.stdin, child.stdout, child.stderr] as Socket[]
  if (child.pid === undefined || !input || !output || !errors) throw new Error('It has no process.')
  const onHold = (isNeeded: boolean) => (isNeeded ? child.ref() : child.unref())
  const started = new StartedProcess(child.pid, { input, output, errors }, onHold)
  child.on('exit', (code) => started.end(code ?? -1))
  return started
}

/** A program that was ordered, until everything about it is here. */
interface Pending {
  sockets: Partial<Record<SocketUse, Socket>>
  pid?: number
  /** It can have ended by then. */
  code?: number
  /** With undefined when it wasn't started. */
  resolve: (started: StartedProcess | undefined) => void
  reject: (error: Error) => void
}

/** A longer path is no address of a socket on every system. */
const MAX_DIRECTORY_LENGTH = 70

function temporaryDirectory(): string {
  return tmpdir().length > MAX_DIRECTORY_LENGTH ? '/tmp' : tmpdir()
}

class Starter {
  readonly #server: Server
  readonly #child: Promise<ChildProcess | undefined>
  readonly #pending = new Map<number, Pending>()
  readonly #running = new Map<number, StartedProcess>()
  /** By id: this process doesn't end before they have. */
  readonly #needed = new Set<number>()
  #news: ChildProcess['channel']
  #lastId = 0
  #isLost = false

  /** `onEnd` is called when it starts nothing any more. */
  constructor(private readonly onEnd: () => void) {
    this.#server = createServer({ allowHalfOpen: true }, (socket) => this.#receive(socket)).unref()
    this.#child = this.#open()
  }

  /** Undefined when it can't start anything. Rejects when the program can't be started. */
  async start(program: Program): Promise<StartedProcess | undefined> {
    const child = await this.#child
    if (!child?.connected || this.#isLost) return undefined
    this.#lastId += 1
    const id = this.#lastId
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { sockets: {}, resolve, reject })
      this.#hold(id, true)
      child.send({ ...program, id }, (error) => error && this.#giveUp(id))
    })
  }

  /** Undefined where no socket can be. */
  async #open(): Promise<ChildProcess | undefined> {
    try {
      // Only this user can enter the directory, and so connect.
      const path = join(mkdtempSync(join(temporaryDirectory(), 'trunkline-start-')), 'socket')
      this.#server.listen(path)
      await once(this.#server, 'listening')
      return this.#run(path)
    } catch {
      return undefined
    }
  }

  #run(path: string): ChildProcess {
    const { NODE_OPTIONS: _, ...env } = process.env
    const child = spawn(process.execPath, ['-e', starterSource(), path], {
      env,
      // What ends this process by a key of the terminal doesn't end that one before it.
      detached: true,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    child.unref()
    this.#news = child.channel
    child.on('message', (news: StarterNews) => {
      this.#read(news)
      if (this.#isLost && this.#pending.size + this.#running.size === 0) child.disconnect()
    })
    child.on('error', () => this.#end(path))
    child.on('exit', () => this.#end(path))
    return child
  }

  #read(news: StarterNews): void {
    const { id } = news
    const pending = this.#pending.get(id)
    if ('isLost' in news) {
      this.#isLost = true
      this.onEnd()
      this.#giveUp(id)
    } else if ('error' in news) {
      this.#fail(id, Object.assign(new Error(news.error.message), { code: news.error.code }))
    } else if (pending) {
      this.#complete(id, Object.assign(pending, news))
    } else if ('code' in news) {
      this.#running.get(id)?.end(news.code)
      this.#running.delete(id)
    }
  }

  #receive(socket: Socket): void {
    socket.on('error', () => undefined)
    let begun = Buffer.alloc(0)
    const readHead = (chunk: Buffer) => {
      begun = Buffer.concat([begun, chunk])
      if (begun.byteLength < SOCKET_HEAD_BYTES) return
      socket.off('data', readHead).pause()
      const [use = '', id = ''] = begun.toString('latin1', 0, SOCKET_HEAD_BYTES).split(' ')
      if (begun.byteLength > SOCKET_HEAD_BYTES) socket.unshift(begun.subarray(SOCKET_HEAD_BYTES))
      const pending = this.#pending.get(Number(id))
      if (!pending) {
        socket.destroy()
        return
      }
      pending.sockets[use as SocketUse] = socket
      this.#complete(Number(id), pending)
    }
    socket.on('data', readHead)
  }

  #complete(id: number, { sockets, pid, code, resolve }: Pending): void {
    const { input, output, errors } = sockets
    if (pid === undefined || !input || !output || !errors) return
    this.#pending.delete(id)
    const onHold = (isNeeded: boolean) => this.#hold(id, isNeeded)
    const started = new StartedProcess(pid, { input, output, errors }, onHold)
    if (code === undefined) this.#running.set(id, started)
    else started.end(code)
    resolve(started)
  }

  #hold(id: number, isNeeded: boolean): void {
    if (isNeeded) this.#needed.add(id)
    else this.#needed.delete(id)
    if (this.#needed.size > 0) this.#news?.ref()
    else this.#news?.unref()
  }

  #fail(id: number, error: Error): void {
    this.#forget(id)?.reject(error)
  }

  /** It wasn't started. */
  #giveUp(id: number): void {
    this.#forget(id)?.resolve(undefined)
  }

  #forget(id: number): Pending | undefined {
    const pending = this.#pending.get(id)
    this.#pending.delete(id)
    this.#hold(id, false)
    for (const socket of Object.values(pending?.sockets ?? {})) socket.destroy()
    return pending
  }

  /** Nobody tells any more what was started, and how it ends. */
  #end(path: string): void {
    this.onEnd()
    this.#server.close()
    rmSync(dirname(path), { recursive: true, force: true })
    this.#news = undefined
    const error = new Error('The process that starts others has ended.')
    for (const id of this.#pending.keys()) this.#fail(id, error)
    for (const started of this.#running.values()) {
      started.kill()
      started.end(-1)
    }
    this.#running.clear()
  }
}
