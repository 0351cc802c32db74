import type { SpawnOptions } from 'node:child_process'

/** To start a program. Its sockets and the news name it by `id`, which nobody else knows. */
interface StartOrder {
  id: string
  program: string
  args: readonly string[]
  env: Readonly<Record<string, string>>
}

export type Program = Omit<StartOrder, 'id'>

/** About a program, in this order: it has its process, or none; the process has ended. */
export type StarterNews = { id: string } & (
  | { pid: number }
  | { error: { message: string; code: string | undefined } }
  /** The service can't be reached: somebody has removed the socket. */
  | { isLost: true }
  /** -1 when a signal ended it. */
  | { code: number }
)

/** What a socket of a program is for: each program has three. */
export type SocketUse = 'input' | 'output' | 'errors'

/** Each socket begins with its use and the id, in so many bytes. */
export const SOCKET_HEAD_BYTES = 48

/**
 * The text of the program that starts other programs, for `node -e`. Its argument is the path of the
 * socket that it connects to, once for each use, for each program.
 */
export function starterSource(): string {
  // Some builds wrap each function in a call that keeps its name.
  return `const __name = (one) => one; (${runStarter})(${SOCKET_HEAD_BYTES})`
}

/** Only its text is used, so it knows nothing of this file but types. */
function runStarter(headBytes: number): void {
  const { spawn } = process.getBuiltinModule('node:child_process')
  const { once } = process.getBuiltinModule('node:events')
  const { rmSync } = process.getBuiltinModule('node:fs')
  const { connect } = process.getBuiltinModule('node:net')
  const { dirname } = process.getBuiltinModule('node:path')
  const path = process.argv[1] ?? ''

  async function open(use: SocketUse, id: string) {
    const socket = connect({ path, allowHalfOpen: true })
    socket.write(`${use} ${id}`.padEnd(headBytes))
    await once(socket, 'connect')
    return socket
  }

  function tell(news: StarterNews): void {
    // Without the service, nobody waits for it.
    if (process.connected) process.send?.(news, () => undefined)
  }

  async function start({ id, program, args, env }: StartOrder): Promise<void> {
    const uses = ['input', 'output', 'errors'] as const
    const opening = Promise.all(uses.map((use) => open(use, id)))
    const sockets = await opening.catch(() => undefined)
    if (!sockets) {
      tell({ id, isLost: true })
      return
    }
    // A group of its own, so that its children, such as ssh, end with it.
    const options: SpawnOptions = { env, stdio: sockets, detached: true }
    try {
      const child = spawn(program, args, options)
      child.on('error', (error) => fail(id, error))
      child.on('exit', (code) => tell({ id, code: code ?? -1 }))
      if (child.pid !== undefined) tell({ id, pid: child.pid })
    } finally {
      for (const socket of sockets) socket.destroy()
    }
  }

  function fail(id: string, error: unknown): void {
    const { message, code } = error as NodeJS.ErrnoException
    tell({ id, error: { message, code } })
  }

  process.on('message', (order: StartOrder) => {
    start(order).catch((error: unknown) => fail(order.id, error))
  })
  // It ends with the service, not before: a system that stops the service tells all its processes.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined)
  // The programs that it has started end by themselves, as they would if the service had started them.
  process.on('disconnect', () => {
    rmSync(dirname(path), { recursive: true, force: true })
    process.exit()
  })
}
