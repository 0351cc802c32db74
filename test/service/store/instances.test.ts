import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { createBoardService } from '#service/api/app.ts'
import { limitInDatabase } from '#service/api/rate-limit.ts'
import { seedDemo } from '#service/demo/seed-demo.ts'
import { createScriptedGate } from '#service/gate/scripted-gate.ts'
import { BoardStore } from '#service/store/board-store.ts'
import { CredentialStore } from '#service/store/credential-store.ts'
import { type Database, openDatabase } from '#service/store/open-database.ts'
import { toStoreError } from '#service/store/store-error.ts'
import { createPostgresDatabase } from '#test/support/postgres-database.ts'

const isPostgres = inject('store') === 'postgres'

function startInstance(database: Database, writesPerMinute: number) {
  const limits = { writesPerMinute, loadsPerMinute: 100_000 }
  return createBoardService({
    store: new BoardStore(database),
    credentials: new CredentialStore(database),
    gate: createScriptedGate(database.reader),
    countRequest: limitInDatabase(limits, database),
  })
}

/** Two instances on one database. */
async function startTwo(writesPerMinute = 100_000) {
  const { url, drop } = await createPostgresDatabase()
  const location = { type: 'postgres', url } as const
  // Both migrate at the same time.
  const databases = await Promise.all([openDatabase(location), openDatabase(location)])
  const [first] = databases
  const keys = await seedDemo(first, { now: new Date() })
  const key = keys.find(({ name }) => name === 'maintainer')?.secret
  const instances = databases.map((database) => startInstance(database, writesPerMinute))
  let turn = 0
  const call = async (method: string, path: string, body?: unknown) => {
    turn += 1
    const instance = instances[turn % 2]
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
    const request = new Request(`http://x${path}`, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
    })
    return instance ? instance.fetch(request) : Response.error()
  }
  const close = async () => {
    for (const database of databases) await database.close()
    await drop()
  }
  return { call, close, database: first }
}

test.runIf(isPostgres)(
  'two instances lose no write, and agree on one place and one order for every card',
  async () => {
    const { call, close, database } = await startTwo()
    const columns = ['1201', '1202', '1203', '1204']
    const numbers = [101, 102, 103, 104, 105]
    const moveAll = async (mover: number) => {
      for (let round = 0; round < 12; round += 1) {
        const number = numbers[(mover + round) % numbers.length]
        const statusId = columns[(mover * 3 + round) % columns.length]
        const response = await call('PATCH', `/v1/cards/${number}`, { statusId })
        // 409: somebody else has moved the card in between.
        expect([200, 409]).toContain(response.status)
      }
    }
    const created: string[] = []
    const editLabels = async (editor: number) => {
      for (let round = 0; round < 8; round += 1) {
        const name = `label ${editor} ${round}`
        const response = await call('POST', '/v1/labels', { name })
        expect(response.status).toBe(201)
        created.push((await response.json()).id)
        const labelIds = created.slice(-3)
        const labeled = await call('PATCH', '/v1/cards/110', { labelIds })
        expect(labeled.status).toBe(200)
      }
    }
    await Promise.all([0, 1, 2, 3].map(moveAll).concat([0, 1].map(editLabels)))
    const labels = await (await call('GET', '/v1/labels')).json()
    const ids = new Set(labels.map((label: { id: string }) => label.id))
    expect(created.filter((id) => !ids.has(id))).toEqual([])
    const boards = await Promise.all(
      [0, 1].map(async () => (await call('GET', '/v1/board')).json()),
    )
    expect(boards[0]).toEqual(boards[1])
    const tasks = boards[0].columns.flatMap(
      (column: { tasks: { number: number }[] }) => column.tasks,
    )
    expect(new Set(tasks.map((task: { number: number }) => task.number)).size).toBe(60)
    const positions = await database.db
      .selectFrom('cards')
      .select(['stage_id', 'position'])
      .where('number', 'in', numbers)
      .where('board_id', '=', 12)
      .execute()
    const places = positions.map(({ stage_id, position }) => `${stage_id} ${position}`)
    expect(new Set(places).size).toBe(places.length)
    const pending = await database.db
      .selectFrom('move_intents')
      .selectAll()
      .where('state', '=', 'pending')
      .execute()
    expect(pending).toEqual([])
    await close()
  },
)

test.runIf(isPostgres)('two instances share the limit of a key', async () => {
  const { call, close } = await startTwo(20)
  const statuses: number[] = []
  for (let write = 0; write < 30; write += 1) {
    statuses.push((await call('PATCH', '/v1/cards/101', { labelIds: [] })).status)
  }
  expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(22)
  expect(statuses.at(-1)).toBe(429)
  const last = await call('PATCH', '/v1/cards/101', { labelIds: [] })
  const seconds = Number(last.headers.get('Retry-After'))
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(121)
  await close()
})

test.runIf(isPostgres)(
  'as many requests as the limit allows succeed when they arrive together',
  async () => {
    const { call, close } = await startTwo(5)
    const responses = await Promise.all(
      Array.from({ length: 16 }, () => call('PATCH', '/v1/cards/101', { labelIds: [] })),
    )
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(5)
    await close()
  },
)

test.runIf(isPostgres)(
  'frequent queries are prepared, until a newer release changes a column',
  async () => {
    const { url, drop } = await createPostgresDatabase()
    const database = await openDatabase({ type: 'postgres', url })
    await seedDemo(database, { now: new Date() })
    const board = new BoardStore(database).board(12)
    const prepared = async () => {
      const { rows } = await sql<{ name: string }>`select name from pg_prepared_statements`.execute(
        database.reader,
      )
      return rows.map(({ name }) => name)
    }
    expect((await board.card(101))?.number).toBe(101)
    expect(await prepared()).toContain('frequent_0')
    const write = (number: number) =>
      new BoardStore(database).write(12, { actor: 'operator', now: new Date() }, async (writer) => {
        await writer.stages()
        return (await writer.card(number))?.number
      })
    expect(await write(101)).toBe(101)
    await sql`alter table cards add column newer integer`.execute(database.db)
    expect(await write(101)).toBe(101)
    await sql`alter table cards alter column priority type varchar(20)`.execute(database.db)
    const error = toStoreError(await write(101).catch((cause: unknown) => cause))
    expect(error).toMatchObject({ name: 'StoreError', type: 'busy' })
    expect(await write(102)).toBe(102)
    expect((await board.card(101))?.number).toBe(101)
    await database.close()
    await drop()
  },
)

test.runIf(isPostgres)('lost connections end one query, and the next ones work', async () => {
  const { url, drop } = await createPostgresDatabase()
  const database = await openDatabase({ type: 'postgres', url })
  const killer = await openDatabase({ type: 'postgres', url })
  const kill = () =>
    sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(killer.db)
  const count = () => database.db.selectFrom('boards').selectAll().execute()
  await Promise.all([count(), count(), count()])
  // While they are idle.
  await kill()
  await expect.poll(() => count().catch(() => undefined)).toEqual([])
  // During a transaction.
  const store = new BoardStore(database)
  await seedDemo(database, { now: new Date() })
  const write = store.write(12, { actor: 'operator', now: new Date() }, async (board) => {
    await board.createLabel({ name: 'lost', color: 'red' })
    await kill()
    return board.labels()
  })
  const error = toStoreError(await write.catch((cause: unknown) => cause))
  expect(error).toMatchObject({ name: 'StoreError', type: 'unreachable' })
  const names = (await store.board(12).labels()).map(({ name }) => name)
  expect(names).not.toContain('lost')
  await database.close()
  await killer.close()
  await drop()
})

test.runIf(isPostgres)(
  'requests of several keys that arrive together are counted for each',
  async () => {
    const { close, database } = await startTwo()
    const count = limitInDatabase({ writesPerMinute: 3, loadsPerMinute: 5 }, database)
    const ids = (await new CredentialStore(database).list()).map(({ id }) => id)
    const [first = 0, second = 0] = ids
    const accepted = async (credentialId: number, type: 'write' | 'load', requests: number) => {
      const all = Array.from({ length: requests }, () => count(credentialId, type))
      return (await Promise.allSettled(all)).filter(({ status }) => status === 'fulfilled').length
    }
    const counts = await Promise.all([
      accepted(first, 'write', 5),
      accepted(second, 'write', 2),
      accepted(first, 'load', 5),
      accepted(second, 'load', 7),
    ])
    expect(counts).toEqual([3, 2, 5, 5])
    expect(await accepted(second, 'write', 2)).toBe(1)
    await close()
  },
)

test.runIf(isPostgres)('parallel writes never exceed the limit of a key', async () => {
  const { call, close } = await startTwo(20)
  const writes = Array.from({ length: 60 }, () =>
    call('PATCH', '/v1/cards/101', { labelIds: [] }).then(({ status }) => status),
  )
  const statuses = await Promise.all(writes)
  expect(statuses.filter((status) => status === 200)).toHaveLength(20)
  expect(statuses.filter((status) => status === 429)).toHaveLength(40)
  await close()
})
