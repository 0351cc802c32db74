import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { killGroup, StartedProcess } from './started-process.ts'
import {
  type Program,
  SOCKET_HEAD_BYTES,
  type SocketUse,
  type StarterNews,
  starterSource,
} from './starter-program.ts'

/** A program that was ordered, until everything about it is here. */
interface Pending {
  timer: NodeJS.Timeout
  sockets: Partial<Record<SocketUse, Socket>>
  pid?: number
  /** It can have ended by then. */
  code?: number
  /** With undefined when it wasn't started. */
  resolve: (started: StartedProcess | undefined) => void
  reject: (error: Error) => void
}

/** In bytes. With the name of the socket, 30 more: macOS takes paths of 104. */
const MAX_DIRECTORY_LENGTH = 70
/** On the busiest machine, a program has its process and its sockets long before. */
const START_TIMEOUT_MS = 30_000

function temporaryDirectory(): string {
  return Buffer.byteLength(tmpdir()) > MAX_DIRECTORY_LENGTH ? '/tmp' : tmpdir()
}

/** Starts programs from a small process. */
export class Starter {
  readonly #server: Server
  readonly #child: Promise<ChildProcess | undefined>
  readonly #pending = new Map<string, Pending>()
  readonly #running = new Map<string, StartedProcess>()
  /** Ids of the programs that the service doesn't end before. */
  readonly #needed = new Set<string>()
  /** Of the messages of the small process. */
  #channel: ChildProcess['channel']
  #isLost = false

  /** `onEnd` is called when it starts nothing any more. */
  constructor(private readonly onEnd: () => void) {
    this.#server = createServer({ allowHalfOpen: true }, (socket) => this.#receive(socket)).unref()
    // A program whose socket wasn't accepted fails when the time for its start is over.
    this.#server.on('error', () => undefined)
    this.#child = this.#open()
  }

  /** Undefined when it can't start anything. Rejects when the program can't be started. */
  async start(program: Program): Promise<StartedProcess | undefined> {
    const child = await this.#child
    if (!child?.connected || this.#isLost) return undefined
    const id = randomUUID()
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#expire(id, program, child), START_TIMEOUT_MS)
      this.#pending.set(id, { sockets: {}, timer, resolve, reject })
      this.#hold(id, true)
      child.send({ ...program, id }, (error) => error && this.#giveUp(id))
    })
  }

  /** Undefined where no socket can be. */
  async #open(): Promise<ChildProcess | undefined> {
    let path: string | undefined
    try {
      // Another user can't enter the directory. Another program of this user doesn't know an id.
      path = join(mkdtempSync(join(temporaryDirectory(), 'trunkline-start-')), 'socket')
      this.#server.listen(path)
      await once(this.#server, 'listening')
      return this.#run(path)
    } catch {
      this.#close(path)
      return undefined
    }
  }

  #run(path: string): ChildProcess {
    // Options for the service, such as a debugger, aren't for this process.
    const { NODE_OPTIONS: _, ...env } = process.env
    const child = spawn(process.execPath, ['-e', starterSource(), path], {
      env,
      // Ctrl+C in a terminal must not end it before the service.
      detached: true,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    child.unref()
    this.#channel = child.channel
    child.on('message', (news: StarterNews) => {
      this.#read(news)
      if (this.#isLost && this.#pending.size + this.#running.size === 0) child.disconnect()
    })
    // Nothing was started.
    child.on('error', () => {
      for (const id of this.#pending.keys()) this.#giveUp(id)
      this.#close(path)
    })
    child.on('disconnect', () => this.#end(path))
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
      this.#running.get(id)?.setExit(news.code)
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
      const pending = this.#pending.get(id)
      if (!pending || pending.sockets[use as SocketUse]) {
        socket.destroy()
        return
      }
      pending.sockets[use as SocketUse] = socket
      this.#complete(id, pending)
    }
    socket.on('data', readHead)
  }

  #complete(id: string, { sockets, timer, pid, code, resolve }: Pending): void {
    const { input, output, errors } = sockets
    if (pid === undefined || !input || !output || !errors) return
    clearTimeout(timer)
    this.#pending.delete(id)
    const onHold = (isNeeded: boolean) => this.#hold(id, isNeeded)
    const started = new StartedProcess(pid, { input, output, errors }, onHold)
    if (code === undefined) this.#running.set(id, started)
    else started.setExit(code)
    resolve(started)
  }

  #hold(id: string, isNeeded: boolean): void {
    if (isNeeded) this.#needed.add(id)
    else this.#needed.delete(id)
    if (this.#needed.size > 0) this.#channel?.ref()
    else this.#channel?.unref()
  }

  /** Its sockets have got lost, or the starter hangs. */
  #expire(id: string, { program }: Program, child: ChildProcess): void {
    const pid = this.#pending.get(id)?.pid
    if (pid === undefined) child.kill('SIGKILL')
    else killGroup(pid)
    this.#fail(id, new Error(`${program} didn’t start within ${START_TIMEOUT_MS / 1_000} seconds.`))
  }

  #fail(id: string, error: Error): void {
    this.#forget(id)?.reject(error)
  }

  /** It wasn't started. */
  #giveUp(id: string): void {
    this.#forget(id)?.resolve(undefined)
  }

  #forget(id: string): Pending | undefined {
    const pending = this.#pending.get(id)
    clearTimeout(pending?.timer)
    this.#pending.delete(id)
    this.#hold(id, false)
    for (const socket of Object.values(pending?.sockets ?? {})) socket.destroy()
    return pending
  }

  /** Nobody tells any more what was started, and how it ends. */
  #end(path: string): void {
    this.#close(path)
    const error = new Error('The process that starts others has ended.')
    for (const id of this.#pending.keys()) this.#fail(id, error)
    for (const started of this.#running.values()) {
      started.kill()
      started.setExit(-1)
    }
    this.#running.clear()
  }

  #close(path: string | undefined): void {
    this.onEnd()
    this.#channel = undefined
    this.#server.close()
    if (path !== undefined) rmSync(dirname(path), { recursive: true, force: true })
  }
}
