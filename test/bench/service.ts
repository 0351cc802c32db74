import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Agent, get, type IncomingMessage } from 'node:http'
import { cpus } from 'node:os'
import autocannon from 'autocannon'
import * as v from 'valibot'
import { boardSchema } from '#contract/schemas/board-schema.ts'
import { importNewBoard } from '#service/boards/transfer-board.ts'
import { generateBoard } from '#service/demo/generate-board.ts'
import { seedDemo } from '#service/demo/seed-demo.ts'
import { CredentialStore } from '#service/store/credential-store.ts'
import { type Database, openDatabase } from '#service/store/open-database.ts'
import { createPostgresDatabase } from '#test/support/postgres-database.ts'
import { createDataDirectory, type RunningBoard, startBoard } from '#test/support/start-board.ts'

/**
 * Measures the service over HTTP on this machine. `npm run bench:service` prints one line for each
 * figure. With TEST_DATABASE_URL, PostgreSQL is measured too. Every run is bounded in time.
 */

const SECONDS = 5
const NO_LIMITS = ['--writes-per-minute', '1000000', '--loads-per-minute', '1000000']
const QUIET = ['--log-level', 'error']

interface Figure {
  perSecond: number
  p50: number
  p99: number
  errors: number
}

interface Store {
  name: string
  /** With the demo, or with this number of generated cards. */
  start: (cards?: number) => Promise<RunningBoard>
  /** With this number of generated boards, and one or more keys of maintainers for each. */
  startBoards: (count: number, keysPerBoard?: number) => Promise<RunningBoards>
}

type RunningBoards = Pick<RunningBoard, 'url' | 'pid' | 'stop'> & { keys: readonly string[] }

async function run(options: autocannon.Options): Promise<Figure> {
  const result = await autocannon({ duration: SECONDS, ...options })
  return {
    perSecond: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    errors: result.errors + result.non2xx - (result.statusCodeStats?.['304']?.count ?? 0),
  }
}

function print(store: string, label: string, figure: Figure): void {
  const { perSecond, p50, p99, errors } = figure
  const columns = [
    store.padEnd(11),
    label.padEnd(42),
    `${perSecond.toFixed(0).padStart(7)}/s`,
    `p50 ${p50} ms`,
    `p99 ${p99} ms`,
    `${errors} errors`,
  ]
  console.log(columns.join('  '))
}

const authorized = (key: string | undefined) => ({
  authorization: `Bearer ${key}`,
  'content-type': 'application/json',
})

async function measureLoads({ name, start }: Store, cards: number | undefined): Promise<void> {
  const size = cards ?? 60
  const board = await start(cards)
  const url = `${board.url}v1/board`
  const headers = { ...authorized(board.keys.viewer), 'accept-encoding': 'br' }
  const first = await fetch(url, { headers })
  const etag = first.headers.get('ETag') ?? ''
  await first.arrayBuffer()
  const single = { connections: 1, headers }
  print(name, `load of ${size} cards, 1 client`, await run({ url, ...single }))
  print(name, `load of ${size} cards, 40 clients`, await run({ url, ...single, connections: 40 }))
  const notModified = { ...headers, 'if-none-match': etag }
  print(
    name,
    `304 of ${size} cards, 1 client`,
    await run({ url, connections: 1, headers: notModified }),
  )
  print(
    name,
    `304 of ${size} cards, 40 clients`,
    await run({ url, connections: 40, headers: notModified }),
  )
  await measureHealth({ name, board, url, headers, size })
  await board.stop()
}

interface HealthRun {
  name: string
  board: RunningBoard
  url: string
  headers: Record<string, string>
  size: number
}

/** Health while 40 clients load a board that changes, so that the cache never helps for long. */
async function measureHealth({ name, board, url, headers, size }: HealthRun): Promise<void> {
  // In a thread of its own, so that the loads don't delay the client that measures.
  const loads = autocannon({ url, connections: 40, duration: SECONDS, headers, workers: 1 })
  const health = run({ url: `${board.url}healthz`, connections: 1, duration: SECONDS - 1 })
  const stopAt = performance.now() + (SECONDS - 1) * 1_000
  const writing = async () => {
    for (let write = 0; performance.now() < stopAt; write += 1) {
      const body = JSON.stringify({ labelIds: write % 2 ? [] : ['1201'] })
      const options = { method: 'PATCH', headers: authorized(board.keys.member), body }
      await fetch(`${board.url}v1/cards/101`, options)
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
  }
  const [figure] = await Promise.all([health, loads, writing()])
  print(name, `/healthz under 40 loads of ${size} cards`, figure)
}

/** Cards of each board that moves are measured on. */
const MOVED_CARDS = 200

interface MovableBoard {
  key: string
  columns: readonly string[]
  numbers: readonly number[]
}

/** 50 clients move cards from the first column to the second, and back. */
async function measureMoves({ name, startBoards }: Store, count: number): Promise<void> {
  const { url, keys, stop } = await startBoards(count)
  const boards = await Promise.all(keys.map((key) => readMovable(url, key)))
  let move = 0
  const nextMove = (request: autocannon.Request): autocannon.Request => {
    const board = boards[move % boards.length]
    const turn = Math.floor(move / boards.length)
    const numbers = board?.numbers ?? []
    const statusId = board?.columns[(Math.floor(turn / numbers.length) + 1) % 2]
    move += 1
    return {
      ...request,
      path: `/v1/cards/${numbers[turn % numbers.length]}`,
      headers: authorized(board?.key),
      body: JSON.stringify({ statusId }),
    }
  }
  const requests = [{ method: 'PATCH', setupRequest: nextMove } as const]
  // As in a service that has been running for a while.
  await run({ url, connections: 50, requests, duration: 3 })
  const figure = await run({ url, connections: 50, requests })
  print(name, `durable moves, 50 clients, ${count} board${count > 1 ? 's' : ''}`, figure)
  await stop()
}

async function readMovable(url: string, key: string): Promise<MovableBoard> {
  const response = await fetch(`${url}v1/board`, { headers: authorized(key) })
  const { columns } = v.parse(boardSchema, await response.json())
  const numbers = columns
    .flatMap(({ tasks }) => tasks.map((card) => card.number))
    // The gate refuses every fortieth card of a generated board.
    .filter((number) => (number - 101) % 40 !== 17)
  return { key, columns: columns.slice(0, 2).map(({ statusId }) => statusId), numbers }
}

const WAITING_BOARDS = 10
/** Of each board. A key can have 20. */
const WAITING_PAGES = 200

/** 2,000 pages that wait, and how soon a change of one board reaches its own. */
async function measureWaiting({ name, startBoards }: Store): Promise<void> {
  const keysPerBoard = WAITING_PAGES / 20
  const { url, keys, pid, stop } = await startBoards(WAITING_BOARDS, keysPerBoard)
  const before = memoryOf(pid)
  const pages = keys.flatMap((key) => Array.from({ length: 20 }, () => key))
  const loads = await Promise.all(pages.map((key) => load(url, key)))
  const loaded = memoryOf(pid)
  const first = pages.map((key, index) => load(url, key, loads[index]?.etag))
  await untilWaiting(url, pages.length)
  await untilIdle(pid)
  const waiting = memoryOf(pid)
  const { columns, numbers, key } = await readMovable(url, keys[0] ?? '')
  const body = JSON.stringify({ statusId: columns[1] })
  const patch = { method: 'PATCH', headers: authorized(key), body }
  await (await fetch(`${url}v1/cards/${numbers[0]}`, patch)).arrayBuffer()
  const answeredAt = performance.now()
  const woken = await Promise.all(first.slice(0, WAITING_PAGES))
  const times = woken.map(({ endedAt }) => endedAt - answeredAt).sort((a, b) => a - b)
  const at = (part: number) => times[Math.ceil(part * times.length) - 1]?.toFixed(0)
  const errors = woken.filter(({ status }) => status !== 200).length
  console.log(
    `${name.padEnd(11)}  ${pages.length} waiting pages: ${before} MB at the start, ${loaded} MB after a load of each, ${waiting} MB while they wait`,
  )
  console.log(
    `${name.padEnd(11)}  a change at ${WAITING_PAGES} of them: p50 ${at(0.5)} ms  p95 ${at(0.95)} ms  max ${at(1)} ms  ${errors} errors`,
  )
  const others = Promise.allSettled(first.slice(WAITING_PAGES))
  await stop()
  const lost = (await others).filter((end) => end.status === 'rejected').length
  console.log(`${name.padEnd(11)}  a stop: ${lost} of the others got no answer`)
}

/** Until the service holds so many loads: a page whose connection isn't accepted doesn't wait. */
async function untilWaiting(url: string, count: number): Promise<void> {
  const until = performance.now() + 20_000
  for (let waiting = 0; waiting < count; ) {
    if (performance.now() > until) throw new Error(`Only ${waiting} of ${count} loads wait`)
    await new Promise((resolve) => setTimeout(resolve, 100))
    const metrics = await (await fetch(`${url}metrics`)).text()
    waiting = Number(/^board_waiting_loads (\d+)$/m.exec(metrics)?.[1] ?? 0)
  }
}

/** Until the process has used less than 5 % of a core for a second. */
async function untilIdle(pid: number): Promise<void> {
  for (let before = ticksOf(pid), used = 100; used >= 5; ) {
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    const now = ticksOf(pid)
    used = now - before
    before = now
  }
}

/** Processor time in hundredths of a second. */
function ticksOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')
  return Number(fields?.[11]) + Number(fields?.[12])
}

const AGENT = new Agent({ keepAlive: true })

/** With a version, it waits until there is another one. */
async function load(
  url: string,
  key: string,
  etag?: string,
): Promise<{ status: number | undefined; etag: string | undefined; endedAt: number }> {
  const wait = etag === undefined ? {} : { 'if-none-match': etag, prefer: 'wait=25' }
  const headers = { ...authorized(key), 'accept-encoding': 'br', ...wait }
  const request = get(`${url}v1/board`, { agent: AGENT, headers })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  response.resume()
  await once(response, 'end')
  const { statusCode: status, headers: received } = response
  return { status, etag: received.etag, endedAt: performance.now() }
}

async function measureMemory({ name, start }: Store): Promise<void> {
  const board = await start()
  const headers = authorized(board.keys.viewer)
  const before = memoryOf(board.pid)
  await autocannon({ url: `${board.url}v1/board`, connections: 20, amount: 100_000, headers })
  console.log(
    `${name.padEnd(11)}  resident memory: ${before} MB at the start, ${memoryOf(board.pid)} MB after 100,000 loads`,
  )
  await board.stop()
}

/** In MB. */
function memoryOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1_024)
}

const OPTIONS = [...QUIET, ...NO_LIMITS]

/** Adds boards with generated cards, and returns the keys of maintainers, board by board. */
async function addBoards(database: Database, count: number, keysPerBoard = 1): Promise<string[]> {
  const context = { actor: 'operator', now: new Date() }
  const credentials = new CredentialStore(database)
  const keys: string[] = []
  for (let index = 0; index < count; index += 1) {
    const name = `Board ${index + 1}`
    const file = generateBoard(name, MOVED_CARDS)
    const { boardId } = await importNewBoard(database, context, file)
    const roles = [{ boardId, role: 'maintainer' }]
    for (let key = 0; key < keysPerBoard; key += 1) {
      const newKey = { name: `${name}, ${key + 1}`, scopes: ['read', 'write'], roles }
      keys.push((await credentials.create(newKey, context)).secret)
    }
  }
  return keys
}

const sqlite: Store = {
  name: 'SQLite',
  start: (cards) => {
    const demo = cards === undefined ? [] : ['--demo-cards', String(cards)]
    return startBoard([...OPTIONS, ...demo], createDataDirectory())
  },
  startBoards: async (count, keysPerBoard) => {
    const data = createDataDirectory()
    const database = await openDatabase({ type: 'directory', path: data, exclusive: true })
    const keys = await addBoards(database, count, keysPerBoard)
    await database.close()
    const { url, pid, stop } = await startBoard(OPTIONS, data)
    return { url, pid, keys, stop }
  },
}

/** A new database, which is dropped when the board stops. */
async function startOnPostgres<Keys>(fill: (database: Database) => Promise<Keys>) {
  const { url, drop } = await createPostgresDatabase()
  const database = await openDatabase({ type: 'postgres', url })
  const keys = await fill(database)
  await database.close()
  const board = await startBoard(OPTIONS, null, { DATABASE_URL: url })
  const stop: RunningBoard['stop'] = async (signal) => {
    const code = await board.stop(signal)
    await drop()
    return code
  }
  return { ...board, keys, stop }
}

const postgres: Store = {
  name: 'PostgreSQL',
  start: (cards) =>
    startOnPostgres(async (database) => {
      const keys = await seedDemo(database, { cards, now: new Date() })
      return Object.fromEntries(keys.map(({ name, secret }) => [name, secret]))
    }),
  startBoards: (count, keysPerBoard) =>
    startOnPostgres((database) => addBoards(database, count, keysPerBoard)),
}

console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model.trim()}`)
console.log(`Commit ${execFileSync('git', ['rev-parse', '--short', 'HEAD']).toString().trim()}\n`)
for (const store of process.env.TEST_DATABASE_URL ? [sqlite, postgres] : [sqlite]) {
  await measureLoads(store, undefined)
  await measureLoads(store, 10_000)
  await measureMoves(store, 1)
  await measureMoves(store, 8)
  await measureWaiting(store)
  await measureMemory(store)
}
