import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test, vi } from 'vitest'
import { openProcess } from '#service/processes/open-process.ts'
import { runProcess } from '#service/processes/run-process.ts'
import { startProcess } from '#service/processes/start-process.ts'

const ENV = { PATH: process.env.PATH ?? '' }
const SOURCES = fileURLToPath(new URL('../../../src/service/processes', import.meta.url))

/** The process that has started another one. */
const parentOf = (pid: number) =>
  Number(execFileSync('ps', ['-o', 'ppid=', '-p', String(pid)]).toString())

/** What a starter got as its argument is in there. */
function socketDirectory(starter: number): string {
  const args = execFileSync('ps', ['-ww', '-o', 'args=', '-p', String(starter)]).toString()
  return dirname(args.trim().split(' ').at(-1) ?? '')
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

async function startSleep() {
  const started = await startProcess({ program: 'sleep', args: ['60'], env: ENV })
  started.read(
    () => undefined,
    () => undefined,
  )
  return started
}

/** A process that starts one which ends by itself, and prints the id of that. */
function startElsewhere(directory: string, script: string) {
  const code = `const { startProcess } = await import('${SOURCES}/start-process.ts')
    const env = { PATH: process.env.PATH }
    const { pid } = await startProcess({ program: 'sh', args: ['-c', ${JSON.stringify(script)}], env })
    process.stdout.write(String(pid))`
  return spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, TMPDIR: directory },
  })
}

test('a small process starts all others, and is started again when it has ended', async () => {
  const [first, second] = await Promise.all([startSleep(), startSleep()])
  const starter = parentOf(first.pid)
  expect(starter).not.toBe(process.pid)
  expect(parentOf(second.pid)).toBe(starter)
  process.kill(starter, 'SIGKILL')
  // Nobody could tell how they end.
  expect(await Promise.all([first.closed, second.closed])).toEqual([-1, -1])
  await vi.waitUntil(() => !isAlive(first.pid) && !isAlive(second.pid), { timeout: 20_000 })
  const third = await startSleep()
  expect(parentOf(third.pid)).not.toBe(starter)
  third.kill()
  expect(await third.closed).toBe(-1)
})

test('a program that hangs while it is started ends with its signal', async () => {
  const running = await startSleep()
  const starter = parentOf(running.pid)
  process.kill(starter, 'SIGSTOP')
  const stop = new AbortController()
  const result = runProcess('true', [], ENV, { signal: stop.signal })
  const answer = openProcess({ program: 'cat', args: [], env: ENV, signal: stop.signal }).ask(
    'text',
    (chunk) => chunk.toString(),
  )
  stop.abort(new Error('enough'))
  expect(await result).toMatchObject({ code: -1, stderr: 'fatal: enough', stoppedBy: 'signal' })
  expect(await answer).toMatchObject({ ended: { code: -1, stderr: 'fatal: enough' } })
  process.kill(starter, 'SIGCONT')
  running.kill()
  expect(await running.closed).toBe(-1)
})

test('a program that never starts fails after a time, and the small process is replaced', async () => {
  const running = await startSleep()
  const starter = parentOf(running.pid)
  process.kill(starter, 'SIGSTOP')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const failed = expect(runProcess('true', [], ENV, {})).rejects.toThrow(/^true didn’t start/)
    // It is ordered once the small process is known to be there.
    await new Promise(setImmediate)
    vi.advanceTimersByTime(30_000)
    await failed
  } finally {
    vi.useRealTimers()
  }
  expect(await running.closed).toBe(-1)
  expect((await runProcess('true', [], ENV, {})).code).toBe(0)
})

test('what ends the service by a signal to all its processes leaves the starter to the service', async () => {
  const running = await startSleep()
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.kill(parentOf(running.pid), signal)
  const next = await startSleep()
  expect(parentOf(next.pid)).toBe(parentOf(running.pid))
  for (const started of [running, next]) started.kill()
  await Promise.all([running.closed, next.closed])
})

test('a program runs where no small process can be started', async () => {
  const running = await startSleep()
  process.kill(parentOf(running.pid), 'SIGKILL')
  await running.closed
  const { execPath } = process
  process.execPath = '/no/such/node'
  try {
    expect(parentOf((await startSleep()).pid)).toBe(process.pid)
  } finally {
    process.execPath = execPath
  }
})

test('a socket that names no program is closed', async () => {
  const running = await startSleep()
  const path = join(socketDirectory(parentOf(running.pid)), 'socket')
  const socket = connect(path).resume()
  socket.write('output 1'.padEnd(100))
  await once(socket, 'close')
  running.kill()
  await running.closed
})

test('without its socket, the small process is replaced, and what it has started goes on', async () => {
  const before = await startSleep()
  const starter = parentOf(before.pid)
  rmSync(socketDirectory(starter), { recursive: true })
  const here = await startSleep()
  expect(parentOf(here.pid)).toBe(process.pid)
  const after = await startSleep()
  expect(parentOf(after.pid)).not.toBe(starter)
  for (const started of [here, after, before]) {
    started.kill()
    expect(await started.closed).toBe(-1)
  }
  await vi.waitUntil(() => !isAlive(starter), { timeout: 20_000 })
})

test.each(['no such directory', 'a'.repeat(90)])(
  'a program runs where its socket has no place: %s',
  async (name) => {
    const directory = join(mkdtempSync(join(tmpdir(), 'starter-')), name)
    if (name.startsWith('a')) mkdirSync(directory)
    const other = startElsewhere(directory, 'exit 3')
    expect(await once(other, 'exit')).toEqual([0, null])
  },
)

test('an empty output that ends while this process is busy is no reason to wait', async () => {
  // What waits for an output that somebody else keeps open looks once a second.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    for (let turns = 0; turns < 7; turns += 1) {
      const result = runProcess('true', [], ENV, {})
      for (let turn = 0; turn < turns; turn += 1) await new Promise(setImmediate)
      spawnSync('sleep', ['0.02'])
      expect((await result).code).toBe(0)
    }
  } finally {
    vi.useRealTimers()
  }
})

test('a large input that is not read is no reason to lose the output', async () => {
  const input = 'x'.repeat(10_000_000)
  const script = 'head -c 3; exec 0<&-; head -c 500000 /dev/zero'
  const { code, stdout } = await runProcess('sh', ['-c', script], ENV, { input })
  expect([code, stdout.length]).toEqual([0, 500_003])
})

test('the starter ends with the process that needs it, and what it has started goes on', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'starter-'))
  const done = join(directory, 'done')
  const go = join(directory, 'go')
  const script = `until [ -e ${go} ]; do sleep 0.05; done; touch ${done}`
  const other = startElsewhere(directory, script)
  const [pid] = await once(other.stdout, 'data')
  const starter = parentOf(Number(pid))
  const sockets = () => readdirSync(directory).filter((name) => name.startsWith('trunkline-start-'))
  expect(sockets()).toHaveLength(1)
  other.kill('SIGKILL')
  await vi.waitUntil(() => !isAlive(starter), { timeout: 20_000 })
  expect(sockets()).toEqual([])
  execFileSync('touch', [go])
  await vi.waitUntil(() => existsSync(done), { timeout: 20_000 })
})

test('a process ends when all that it has started has ended', async () => {
  const other = startElsewhere(mkdtempSync(join(tmpdir(), 'starter-')), 'exit 3')
  expect(await once(other, 'exit')).toEqual([0, null])
})
