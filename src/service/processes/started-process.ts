import type { Socket } from 'node:net'
import type { SocketUse } from './starter-program.ts'

/** A program that runs. It isn't closed before its output was read. */
export class StartedProcess {
  /** Resolves with the exit code when it has ended: -1 when it was killed. */
  readonly exited: Promise<number>
  /** Resolves with the exit code when it has ended, and its output, too. */
  readonly closed: Promise<number>
  #resolveExited: (code: number) => void = () => undefined

  constructor(
    readonly pid: number,
    private readonly sockets: Readonly<Record<SocketUse, Socket>>,
    private readonly onHold: (isNeeded: boolean) => void,
  ) {
    this.exited = new Promise((resolve) => {
      this.#resolveExited = resolve
    })
    // It can end before it has read everything.
    this.input.on('error', () => undefined)
    this.closed = this.#closed()
    onHold(true)
  }

  get input(): Socket {
    return this.sockets.input
  }

  /** To be called once, as nothing is read before. */
  read(onOutput: (chunk: Buffer) => void, onErrors: (chunk: Buffer) => void): void {
    const { output, errors } = this.sockets
    output.on('data', onOutput).resume()
    errors.on('data', onErrors).resume()
  }

  /** To be called when what it has started keeps its output open. */
  closeOutput(): void {
    this.sockets.output.destroy()
    this.sockets.errors.destroy()
  }

  /** To be called with the exit code, by who has started it. */
  setExit(code: number): void {
    this.#resolveExited(code)
  }

  /** Ends it with what it has started. */
  kill(): void {
    killGroup(this.pid)
  }

  /** Nothing waits for it to end while it isn't needed. */
  hold(isNeeded: boolean): void {
    for (const socket of Object.values(this.sockets)) {
      if (isNeeded) socket.ref()
      else socket.unref()
    }
    this.onHold(isNeeded)
  }

  async #closed(): Promise<number> {
    const { output, errors } = this.sockets
    const [code] = await Promise.all([this.exited, ended(output), ended(errors)])
    for (const socket of Object.values(this.sockets)) socket.destroy()
    this.onHold(false)
    return code
  }
}

/** Ends a program that has a process group of its own, with what it has started. */
export function killGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended.
  }
}

function ended(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    // An empty output can have ended before anybody reads it.
    if (socket.readableEnded) resolve()
    socket.once('end', resolve).once('close', () => resolve())
  })
}
