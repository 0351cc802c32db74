import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import {
  createReadStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Server as TcpServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { BoardResponses, MAX_RESPONSES_PER_KEY } from '#service/api/board-responses.ts'
import { limitRejectedKeys, REJECTED_KEYS_PER_MINUTE } from '#service/api/rate-limit.ts'
import { streamBody } from '#service/http/stream-body.ts'
import { messages } from '#service/messages/messages.ts'
import { GitError } from '#service/repository/git/git.ts'
import { Queue } from '#service/repository/git/queue.ts'
import { MAX_PROCESSES, runProcess } from '#service/repository/git/run-process.ts'
import { Slots } from '#service/repository/git/slots.ts'
import { withDeadline } from '#service/repository/git/with-deadline.ts'
import { MAX_CHECK_COMMANDS } from '#service/repository/open-repositories.ts'
import { createProxy } from '#service/web/proxy.ts'
import { createBareCopy, createRepository } from '#test/support/git-repository.ts'
import { createMemoryService } from '#test/support/memory-service.ts'
import { openRepositoryBoard } from '#test/support/repository-board.ts'
import { startBoard } from '#test/support/start-board.ts'
import { until } from '#test/support/until.ts'
import { sendRaw, startWebServer } from '#test/support/web-server.ts'

const MIB = 1024 * 1024
const ENV = { PATH: process.env.PATH ?? '' }
const servers: { close: () => void; closeAllConnections?: () => void }[] = []

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections?.()
    server.close()
  }
})

async function listen(server: Server | TcpServer): Promise<string> {
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe('a program', () => {
  test('whose output is cut has failed, whatever its exit code', async () => {
    const args = ['-c', 'head -c 200000 /dev/zero; exit 0']
    const cut = await runProcess('sh', args, ENV, { maxBytes: 1_000 })
    expect([cut.code, cut.stderr]).toEqual([-1, messages.repository.tooLarge(1_000)])
    expect((await runProcess('sh', args, ENV, {})).stdout).toHaveLength(200_000)
  })

  test('that a signal ends has failed with its reason', async () => {
    const result = await withDeadline(300, [], (signal) =>
      runProcess('sleep', ['20'], ENV, { signal }),
    )
    expect([result.code, result.stderr]).toEqual([
      -1,
      `fatal: ${messages.repository.noAnswerWithin(0)}`,
    ])
    const killed = await runProcess('sh', ['-c', 'kill -9 $$'], ENV, {})
    expect(killed.code).toBe(-1)
    expect(new GitError(['log'], killed).message).toBe('git log was stopped: no message')
  })

  test('that is stopped takes what it has started along', async () => {
    const pipe = join(mkdtempSync(join(tmpdir(), 'child-')), 'pipe')
    execFileSync('mkfifo', [pipe])
    const stop = new AbortController()
    const script = `sleep 600 > ${pipe} & wait`
    const result = runProcess('sh', ['-c', script], ENV, { signal: stop.signal })
    const reader = createReadStream(pipe)
    await once(reader, 'open')
    stop.abort(new Error('Enough'))
    expect(await result).toMatchObject({ code: -1, stderr: 'fatal: Enough' })
    // The pipe ends when no process holds its other end.
    await once(reader.resume(), 'end')
  })

  test(`waits for its turn when ${MAX_PROCESSES} are running`, async () => {
    const directory = mkdtempSync(join(tmpdir(), 'running-'))
    const script = `touch ${directory}/$$; ls ${directory} | wc -l; sleep 0.2; rm ${directory}/$$`
    const counts = await Promise.all(
      Array.from({ length: MAX_PROCESSES * 3 }, () => runProcess('sh', ['-c', script], ENV, {})),
    )
    const highest = Math.max(...counts.map(({ stdout }) => Number(stdout)))
    expect(highest).toBeGreaterThan(1)
    expect(highest).toBeLessThanOrEqual(MAX_PROCESSES)
  })
})

test('a deadline holds when nothing else refers to its signal', async () => {
  const waiting = withDeadline(200, [], (signal) => {
    return new Promise((resolve) => signal.addEventListener('abort', () => resolve(signal.reason)))
  })
  expect(String(await waiting)).toContain(messages.repository.noAnswerWithin(0))
})

test('a task in a queue gives up when its time is over before its turn', async () => {
  const queue = new Queue()
  let finish: () => void = () => undefined
  const first = queue.run(() => new Promise<void>((resolve) => (finish = resolve)))
  let hasRun = false
  const second = withDeadline(100, [], (signal) =>
    queue.run(async () => {
      hasRun = true
    }, signal),
  )
  await expect(second).rejects.toThrow(messages.repository.noAnswerWithin(0))
  finish()
  await first
  await queue.settled()
  expect(hasRun).toBe(false)
})

describe('a large response', () => {
  const large = Buffer.alloc(2 * MIB, 'x')
  const respondFrom = (responses: BoardResponses, client: number) =>
    responses.respond('"1"', { acceptEncoding: undefined, client, isHead: false }, async () => ({
      etag: '"1"',
      json: large.toString(),
    }))

  test(`is refused to a key that receives ${MAX_RESPONSES_PER_KEY}, until one of them has ended`, async () => {
    const responses = new BoardResponses()
    const sent = []
    for (let count = 0; count < MAX_RESPONSES_PER_KEY; count += 1) {
      sent.push(await respondFrom(responses, 1))
    }
    await expect(respondFrom(responses, 1)).rejects.toMatchObject({ status: 429 })
    const other = await respondFrom(responses, 2)
    expect((await other.arrayBuffer()).byteLength).toBe(large.byteLength)
    await sent[0]?.body?.cancel()
    expect((await respondFrom(responses, 1)).status).toBe(200)
  })

  test('shares its memory with all who receive it', async () => {
    const slices: ArrayBufferLike[] = []
    for (let reader = 0; reader < 3; reader += 1) {
      const stream = streamBody(large, () => undefined).getReader()
      slices.push((await stream.read()).value?.buffer ?? new ArrayBuffer(0))
      await stream.cancel()
    }
    expect(slices.every((buffer) => buffer === large.buffer)).toBe(true)
  })

  test.each([
    ['stalls', { stallMs: 50, totalMs: 60_000 }],
    ['takes too long in all', { stallMs: 60_000, totalMs: 50 }],
  ])('is cut off for a client that %s', async (_, limits) => {
    let ends = 0
    const reader = streamBody(large, () => (ends += 1), limits).getReader()
    await reader.read()
    await new Promise((resolve) => setTimeout(resolve, 150))
    await expect(reader.read()).rejects.toThrow('too slowly')
    expect(ends).toBe(1)
  })

  test('ends for the service when its client leaves', async () => {
    let hasEnded = false
    const web = await startWebServer({
      service: { fetch: () => new Response(streamBody(large, () => (hasEnded = true))) },
    })
    const socket = connect(web.port, '127.0.0.1', () =>
      socket.write('GET /v1/board HTTP/1.1\r\nHost: x\r\n\r\n'),
    )
    await new Promise((resolve) => socket.once('data', resolve))
    socket.destroy()
    await until(() => hasEnded)
    await web.close()
  })
})

describe('the proxy', () => {
  test('gives each key its share: slow readers of one don’t stop another', async () => {
    const body = JSON.stringify('x'.repeat(9 * MIB))
    const target = await listen(
      createServer((_, response) => {
        response.writeHead(200, { 'Content-Type': 'application/json' }).end(body)
      }),
    )
    const proxy = createProxy({ target: new URL(target) })
    const load = (key: string) => {
      const headers = { Authorization: `Bearer ${key}` }
      return proxy.fetch(new Request('http://page.test/v1/board', { headers }))
    }
    const slow = []
    for (let count = 0; count < 20; count += 1) slow.push(await load('slow'))
    const statuses = slow.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200).length).toBeLessThan(5)
    const other = await load('other')
    expect([other.status, (await other.text()).length]).toEqual([200, body.length])
    for (const response of slow) await response.body?.cancel()
    expect((await load('slow')).status).toBe(200)
  })

  test('cuts off a client that takes nothing for 20 seconds', async () => {
    const target = await listen(
      createServer((_, response) => {
        response.writeHead(200, { 'Content-Type': 'application/json' }).end('x'.repeat(MIB))
      }),
    )
    const proxy = createProxy({ target: new URL(target) })
    onTestFinished(() => void vi.useRealTimers())
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const response = await proxy.fetch(new Request('http://page.test/v1/board'))
    const reader = response.body?.getReader()
    await reader?.read()
    vi.advanceTimersByTime(19_000)
    await reader?.read()
    vi.advanceTimersByTime(20_000)
    await expect(reader?.read()).rejects.toThrow('too slowly')
    await proxy.close()
  })
})

test(`an address with more than ${REJECTED_KEYS_PER_MINUTE} keys that aren’t accepted waits, and another doesn’t`, async () => {
  const running = await createMemoryService()
  const web = await startWebServer({ service: running.service, trustProxy: true })
  const call = (key: string, address: string) =>
    fetch(`${web.url}/v1/me`, {
      headers: { Authorization: `Bearer ${key}`, 'X-Forwarded-For': address },
    })
  const limit = limitRejectedKeys(() => 0)
  for (let count = 0; count < REJECTED_KEYS_PER_MINUTE; count += 1) limit('a')
  expect(() => limit('a')).toThrow(messages.problems.tooManyRejectedKeys)
  expect(() => limit('b')).not.toThrow()
  expect((await call('kbs_wrong', '203.0.113.7')).status).toBe(401)
  expect((await call(running.keys.viewer, '203.0.113.7')).status).toBe(200)
  await web.close()
  await running.close()
})

test('what is forbidden counts against the limit of a key too', async () => {
  const running = await createMemoryService({ writesPerMinute: 3 })
  const remove = () =>
    running.service.request('/v1/labels/1201', {
      method: 'DELETE',
      headers: { Authorization: `Bearer ${running.keys.viewer}` },
    })
  const statuses = []
  for (let count = 0; count < 5; count += 1) statuses.push((await remove()).status)
  expect(statuses).toEqual([403, 403, 403, 429, 429])
  await running.close()
})

describe('a remote that hangs', () => {
  test('neither holds up a stop nor leaves a process', async () => {
    const origin = createRepository(['staging'])
    origin.commit('card/5', { 'five.txt': '5' })
    const bare = join(mkdtempSync(join(tmpdir(), 'remote-')), 'x.git')
    execFileSync('git', ['clone', '--quiet', '--mirror', origin.path, bare], { stdio: 'pipe' })
    execFileSync('git', ['-C', bare, 'symbolic-ref', 'HEAD', 'refs/heads/main'])
    const board = await openRepositoryBoard(`file://${bare}`)
    const [, main] = await board.load()
    // A hook that waits stands for a remote that never answers.
    const marker = join(bare, 'is-pushing')
    const script = `#!/bin/sh\ntouch ${marker}\nsleep 600\n`
    writeFileSync(join(bare, 'hooks/pre-receive'), script, { mode: 0o755 })
    const move = board.call('PATCH', '/v1/cards/5', { statusId: main?.statusId })
    await until(() => existsSync(marker))
    board.stop()
    const response = await move
    expect([response.status, (await response.json()).code]).toEqual([503, 'repository_unreachable'])
    await board.close()
    expect(execFileSync('git', ['-C', bare, 'rev-parse', 'main']).toString().trim()).toBe(
      origin.head('main'),
    )
  })

  test('is no reason for a start, a load, or a stop to wait', async () => {
    const { path: bare } = createBareCopy(createRepository(['staging']))
    const board = await openRepositoryBoard(`file://${bare}`)
    await board.close()
    hang(bare)
    const again = await openRepositoryBoard(`file://${bare}`, {}, board)
    const { columns } = await (await again.call('GET', '/v1/board')).json()
    expect(columns.map(({ name }: { name: string }) => name)).toEqual(['Work', 'Main', 'Staging'])
    await again.close()
  })

  async function openSilentAndOther(choices = {}) {
    const [silent, other] = [createRepository(['staging']), createRepository(['staging'])]
    silent.commit('card/5', { 'five.txt': '5' })
    other.commit('card/5', { 'five.txt': '5' })
    const { path: bare } = createBareCopy(silent)
    const board = await openRepositoryBoard([`file://${bare}`, other.path], choices)
    const statusIds = new Map<string, string | undefined>()
    for (const id of board.boardIds) statusIds.set(id, (await board.load(id))[1]?.statusId)
    const move = async (id = '') =>
      board.call('PATCH', '/v1/cards/5', { statusId: statusIds.get(id) }, id)
    hang(bare)
    return { board, move }
  }

  test('ends a move with its deadline, and the one that waits behind it', async () => {
    const { board, move } = await openSilentAndOther({ moveDeadlineMs: 500 })
    const [silentId] = board.boardIds
    const answers = await Promise.all([move(silentId), move(silentId)])
    expect(answers.map(({ status }) => status)).toEqual([503, 503])
    await board.close()
  })

  test('is no reason for a move of another board to wait', async () => {
    const { board, move } = await openSilentAndOther()
    const [silentId, otherId] = board.boardIds
    let hasEnded = false
    const silent = move(silentId).finally(() => {
      hasEnded = true
    })
    expect((await move(otherId)).status).toBe(200)
    expect(hasEnded).toBe(false)
    board.stop()
    expect((await silent).status).toBe(503)
    await board.close()
  })
})

/** git opens this file first, and waits for ever. */
function hang(bare: string): void {
  rmSync(join(bare, 'HEAD'))
  execFileSync('mkfifo', [join(bare, 'HEAD')])
}

describe('check commands', () => {
  const columns = [
    { name: 'Work', rule: 'work' },
    { name: 'Main', rule: { branch: 'main' } },
  ]

  function createChecked(command: string[], cards: readonly number[]) {
    const repository = createRepository(['staging'])
    const config = { columns, checks: { command, timeout: 60 } }
    repository.commit('main', { '.board.json': JSON.stringify(config) })
    for (const card of cards) repository.commit(`card/${card}`, { [`${card}.txt`]: 'x' })
    return repository
  }

  test(`run ${MAX_CHECK_COMMANDS} at a time, and the others wait`, async () => {
    const directory = mkdtempSync(join(tmpdir(), 'checks-'))
    const count = `ls ${directory} | grep -c run`
    // Each waits for another one, so that a slow machine runs two at a time as well.
    const wait = `for i in 1 2 3 4 5 6 7 8; do test $(${count}) -gt 1 && break; sleep 0.2; done`
    const script = `touch ${directory}/run-$$; ${wait}; ${count} >> ${directory}/log; sleep 0.3; rm ${directory}/run-$$`
    const cards = [1, 2]
    const sources = [1, 2, 3].map(() => createChecked(['sh', '-c', script], cards).path)
    const board = await openRepositoryBoard(sources, { allowCheckCommand: true })
    const moves = board.boardIds.flatMap((id) => cards.map((card) => ({ id, card })))
    const statuses = await Promise.all(
      moves.map(async ({ id, card }) => {
        const statusId = (await board.load(id))[1]?.statusId
        return (await board.call('PATCH', `/v1/cards/${card}`, { statusId }, id)).status
      }),
    )
    expect(statuses).toEqual(moves.map(() => 202))
    const isIn = async () => {
      const all = await Promise.all(board.boardIds.map((id) => board.cards(id)))
      return all.flat().filter(({ column }) => column === 'Main').length
    }
    await until(async () => (await isIn()) === moves.length)
    const log = execFileSync('cat', [join(directory, 'log')])
      .toString()
      .trim()
      .split('\n')
    expect(Math.max(...log.map(Number))).toBe(MAX_CHECK_COMMANDS)
    await board.close()
  })

  test('that run when the service stops leave their reason on the card', async () => {
    const marker = join(mkdtempSync(join(tmpdir(), 'marker-')), 'runs')
    const command = ['sh', '-c', `touch ${marker}; sleep 600`]
    const repository = createChecked(command, [1])
    const board = await openRepositoryBoard(repository.path, { allowCheckCommand: true })
    expect((await board.move(1, 'Main')).status).toBe(202)
    await until(() => existsSync(marker))
    await board.close()
    const again = await openRepositoryBoard(repository.path, { allowCheckCommand: true }, board)
    const reason = messages.repository.commandStopped(command.join(' '))
    expect((await again.card(1))?.blocked).toBe(reason)
    await again.close()
  })
})

test('slots let the next task run when one fails', async () => {
  const slots = new Slots(1)
  await expect(slots.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await slots.run(() => 1)).toBe(1)
})

test('/readyz fails when a file can’t grow on the disk of the data directory', async () => {
  const data = mkdtempSync(join(tmpdir(), 'full-'))
  const board = await startBoard([], join(data, 'board'))
  expect((await fetch(`${board.url}readyz`)).status).toBe(200)
  // Writing to it is what a full disk answers: ENOSPC.
  symlinkSync('/dev/full', join(data, 'board', 'readiness-probe'))
  expect((await fetch(`${board.url}readyz`)).status).toBe(503)
  expect((await fetch(`${board.url}healthz`)).status).toBe(200)
  await board.stop()
})

test('a server takes 60 keys a minute that it doesn’t accept, and then only good ones', async () => {
  const board = await startBoard()
  const load = async (key: string | undefined) => {
    const headers = { Authorization: `Bearer ${key}` }
    return (await fetch(`${board.url}v1/me`, { headers })).status
  }
  const statuses: number[] = []
  for (let attempt = 0; attempt < 61; attempt += 1) statuses.push(await load('kbs_wrong'))
  expect(statuses.filter((status) => status === 401)).toHaveLength(60)
  expect(statuses.at(-1)).toBe(429)
  expect(await load(board.keys.member)).toBe(200)
  await board.stop()
})

test('what is no HTTP request is in the log and the metrics', async () => {
  const board = await startBoard(['--log-level', 'info'])
  const port = Number(new URL(board.url).port)
  expect(await sendRaw(port, 'NONSENSE\r\n\r\n')).toContain('400 Bad Request')
  await until(() => board.output().includes('"msg":"not a request"'))
  const metrics = await (await fetch(`${board.url}metrics`)).text()
  expect(metrics).toMatch(/board_problems_total\{code="bad_request"\} 1/)
  await board.stop()
})

test('a backup can be read by its owner only, from its first byte on', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'backup-'))
  mkdirSync(join(directory, 'x'))
  const { copyDatabase, openMemoryDatabase } = await import('#service/store/open-database.ts')
  const database = await openMemoryDatabase()
  const file = join(directory, 'copy.db')
  const before = process.umask(0)
  const copying = copyDatabase(database.db, file)
  const mode = statSync(file).mode & 0o777
  await copying
  process.umask(before)
  expect([mode, statSync(file).mode & 0o777]).toEqual([0o600, 0o600])
  await database.close()
})
