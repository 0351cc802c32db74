import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { Kysely, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { messages } from '#service/messages/messages.ts'
import { openService } from '#service/open-service.ts'
import { BoardStore } from '#service/store/board-store.ts'
import { BoardWriter } from '#service/store/board-writer.ts'
import { CredentialStore } from '#service/store/credential-store.ts'
import { migrate } from '#service/store/migrate.ts'
import { type Database, openDatabase, openMemoryDatabase } from '#service/store/open-database.ts'
import { hashSecret, makeSecret } from '#service/store/secrets.ts'
import { DatabaseSync } from '#service/store/sqlite.ts'
import { openSqlite, sqliteDialect } from '#service/store/sqlite-dialect.ts'
import { StoreError } from '#service/store/store-error.ts'
import { writeTransaction } from '#service/store/write-transaction.ts'
import { createDataDirectory } from '#test/support/start-board.ts'

const OPERATOR = { actor: 'operator', now: new Date('2026-01-05T09:00:00Z') }

function open(path: string, exclusive = true) {
  return openDatabase({ type: 'directory', path, exclusive })
}

async function openDemo(data: string) {
  return openService({
    data,
    empty: false,
    demoCards: undefined,
    scriptedDemo: true,
    cors: [],
    onFault: () => undefined,
  })
}

test('the database writes a commit to disk before it acknowledges the commit', async () => {
  const { db, close } = await open(createDataDirectory())
  expect((await sql`pragma synchronous`.execute(db)).rows).toEqual([{ synchronous: 2 }])
  expect((await sql`pragma journal_mode`.execute(db)).rows).toEqual([{ journal_mode: 'wal' }])
  await close()
})

test('a copy of the file after a clean stop is whole', async () => {
  const directory = createDataDirectory()
  const { close } = await openDemo(directory)
  await close()
  const copy = createDataDirectory()
  copyFileSync(join(directory, 'board.db'), join(copy, 'board.db'))
  const opened = await open(copy)
  const { count } = await opened.db
    .selectFrom('cards')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  expect(count).toBe(60 + 24 + 1_200)
  await opened.close()
})

test('the migration is rejected when a newer version of the service wrote the database', async () => {
  const { db, close } = await openMemoryDatabase()
  const newer = { name: '9999-newer', timestamp: new Date().toISOString() }
  await db.insertInto('kysely_migration').values(newer).execute()
  await expect(migrate(db)).rejects.toThrow(messages.startup.schemaTooNew(['9999-newer']))
  await close()
})

describe('a data directory', () => {
  test('has one server at a time, and is available again when that server closes', async () => {
    const directory = createDataDirectory()
    const first = await open(directory)
    await expect(open(directory)).rejects.toThrow(messages.usage.directoryInUse(directory))
    const sharedConnection = await open(directory, false)
    await sharedConnection.close()
    await first.close()
    const second = await open(directory)
    await second.close()
  })

  test('can be read only by its owner, also when the directory existed before', async () => {
    const directory = createDataDirectory()
    chmodSync(directory, 0o755)
    const { close } = await openDemo(directory)
    const modes = [
      '',
      'board.db',
      'board.db-wal',
      'board.db-shm',
      'server.lock',
      'store-id',
      'demo-keys.json',
    ]
    const found = modes.map((name) => (statSync(join(directory, name)).mode & 0o777).toString(8))
    expect(found).toEqual(['700', '600', '600', '600', '600', '600', '600'])
    await close()
    chmodSync(join(directory, 'board.db'), 0o644)
    const again = await openDemo(directory)
    expect(statSync(join(directory, 'board.db')).mode & 0o777).toBe(0o600)
    await again.close()
  })

  test.each([
    ['missing', (file: string) => rmSync(file)],
    ['empty', (file: string) => writeFileSync(file, '')],
  ])('is not filled with a new demo when its database is %s', async (_, damage) => {
    const directory = createDataDirectory()
    const { close } = await openDemo(directory)
    await close()
    const secrets = readFileSync(join(directory, 'demo-keys.json'), 'utf8')
    damage(join(directory, 'board.db'))
    await expect(openDemo(directory)).rejects.toThrow(messages.usage.databaseLost(directory))
    expect(readFileSync(join(directory, 'demo-keys.json'), 'utf8')).toBe(secrets)
  })

  test('rejects the database of another store, and one of another program', async () => {
    const [own, other, foreign] = [
      createDataDirectory(),
      createDataDirectory(),
      createDataDirectory(),
    ]
    for (const directory of [own, other]) await (await open(directory)).close()
    copyFileSync(join(other, 'board.db'), join(own, 'board.db'))
    await expect(open(own)).rejects.toThrow(messages.usage.databaseMismatch)
    const file = join(foreign, 'board.db')
    const database = new DatabaseSync(file)
    database.exec('create table photos (id integer)')
    database.close()
    await expect(open(foreign)).rejects.toThrow(messages.usage.databaseForeign(file))
  })

  test('says that a database is damaged when its header is', async () => {
    const directory = createDataDirectory()
    const file = join(directory, 'board.db')
    writeFileSync(file, 'this is not a database, whatever its name says'.repeat(200))
    await expect(open(directory)).rejects.toThrow(`Couldn’t open ${file}`)
  })

  test('says what is wrong when it is a file', async () => {
    const file = join(createDataDirectory(), 'file')
    writeFileSync(file, '')
    await expect(open(file)).rejects.toThrow(`Couldn’t use the data directory ${file}`)
  })
})

describe('the database of the first version', () => {
  function unpack(): { directory: string; secret: string } {
    const directory = createDataDirectory()
    mkdirSync(directory, { recursive: true })
    const fixture = new URL('../../support/fixtures/board-first-version.db.gz', import.meta.url)
    const file = join(directory, 'board.db')
    writeFileSync(file, gunzipSync(readFileSync(fixture)))
    const secret = makeSecret()
    const database = new DatabaseSync(file)
    database.exec("update cards set priority = 'critical' where number = 103 and board_id = 12")
    database
      .prepare('insert into secrets (hash, credential_id, created_at) values (?, 2, ?)')
      .run(hashSecret(secret), '2030-01-01T00:00:00.000Z')
    database.close()
    return { directory, secret }
  }

  test('is upgraded with all cards, labels, and keys, after a backup', async () => {
    const { directory, secret } = unpack()
    const opened = await open(directory)
    const board = new BoardStore(opened).board(12)
    const cards = await board.cards(31)
    expect(cards).toHaveLength(60)
    expect(cards.find((card) => card.number === 101)).toMatchObject({
      stage_id: 1_202,
      labelIds: [1_202],
      assignee_name: 'Ada Okafor',
    })
    expect(cards.find((card) => card.number === 103)?.priority).toBe('medium')
    expect(cards.find((card) => card.number === 120)?.blocked_code).toBe('conflicts')
    expect(await board.labels()).toHaveLength(12)
    const [credential] = await new CredentialStore(opened).findBySecrets([secret], new Date())
    expect(credential?.boards).toEqual([
      { boardId: 12, organizationId: 1, role: 'member', name: 'Board 12' },
    ])
    const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(
      opened.db,
    )
    expect(rows).toEqual([{ integrity_check: 'ok' }])
    expect((await sql`pragma foreign_key_check`.execute(opened.db)).rows).toEqual([])
    await opened.close()
    const again = await open(directory)
    await again.close()
  })

  test('keeps a copy that the first version can read', async () => {
    const { directory } = unpack()
    await (await open(directory)).close()
    const [backup = ''] = readdirSync(directory).filter((name) => name.startsWith('board-before'))
    const database = new DatabaseSync(join(directory, backup))
    expect(database.prepare('select count(*) as cards from cards').get()).toMatchObject({
      cards: 84,
    })
    expect(
      database.prepare("select name from sqlite_master where name = 'meta'").get(),
    ).toBeTruthy()
    database.close()
  })

  test('does not give the id of a deleted label to a new one', async () => {
    const { directory } = unpack()
    const opened = await open(directory)
    const store = new BoardStore(opened)
    const newLabel = { name: 'reused', color: 'red' }
    const first = await store.write(12, OPERATOR, (board) => board.createLabel(newLabel))
    await store.write(12, OPERATOR, (board) => board.deleteLabel(first))
    const second = await store.write(12, OPERATOR, (board) => board.createLabel(newLabel))
    expect(second.id).toBeGreaterThan(first.id)
    await opened.close()
  })
})

describe('a lock of another process', () => {
  test('makes a write wait without blocking other work, and then succeed', async () => {
    const directory = createDataDirectory()
    const opened = await openDemo(directory)
    const other = new DatabaseSync(join(directory, 'board.db'))
    other.exec('begin immediate')
    const database = await open(directory, false)
    const write = new BoardStore(database).write(12, OPERATOR, (board) =>
      board.createLabel({ name: 'patient', color: 'red' }),
    )
    let turns = 0
    const timer = setInterval(() => {
      turns += 1
    }, 10)
    await expect.poll(() => turns).toBeGreaterThan(5)
    // Loads go on.
    expect(await new BoardStore(database).board(12).labels()).toHaveLength(12)
    other.exec('rollback')
    clearInterval(timer)
    await expect(write).resolves.toMatchObject({ name: 'patient' })
    other.close()
    await database.close()
    await opened.close()
  })

  test('ends a write with a clear error when it takes too long, and the next one works', async () => {
    const directory = createDataDirectory()
    const database = await open(directory)
    const other = new DatabaseSync(join(directory, 'board.db'))
    other.exec('begin immediate')
    const credentials = new CredentialStore(database)
    const newKey = { name: 'x', scopes: ['read'], roles: [] }
    const error = await credentials.create(newKey, OPERATOR).catch((cause: unknown) => cause)
    expect(error).toBeInstanceOf(StoreError)
    expect(error).toMatchObject({ type: 'busy' })
    other.exec('rollback')
    other.close()
    await expect(credentials.create(newKey, OPERATOR)).resolves.toHaveProperty('secret')
    await database.close()
  })
})

test('writers that wait for the same lock do not wait for each other', async () => {
  const directory = createDataDirectory()
  const database = await open(directory)
  const other = new DatabaseSync(join(directory, 'board.db'))
  other.exec('begin immediate')
  const credentials = new CredentialStore(database)
  const startedAt = performance.now()
  const create = () => credentials.create({ name: 'x', scopes: ['read'], roles: [] }, OPERATOR)
  const results = await Promise.allSettled(Array.from({ length: 8 }, create))
  expect(results.map(({ status }) => status)).toEqual(Array(8).fill('rejected'))
  // One after another, they would take 8 times the wait of 2 s.
  expect(performance.now() - startedAt).toBeLessThan(8_000)
  other.exec('rollback')
  other.close()
  await database.close()
}, 30_000)

test('a full disk ends a write with a clear error, and loads go on', async () => {
  const directory = createDataDirectory()
  const database = await open(directory)
  await sql`vacuum`.execute(database.db)
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(database.db)
  // SQLite returns the same error for a full disk and a full database.
  await sql`pragma max_page_count = ${sql.lit((rows[0]?.page_count ?? 0) + 1)}`.execute(database.db)
  const credentials = new CredentialStore(database)
  const newKey = { name: 'x'.repeat(20_000), scopes: ['read'], roles: [] }
  const error = await credentials.create(newKey, OPERATOR).catch((cause: unknown) => cause)
  expect(error).toMatchObject({ name: 'StoreError', type: 'full' })
  expect(await credentials.list()).toEqual([])
  await sql`pragma max_page_count = 1000000`.execute(database.db)
  await expect(credentials.create(newKey, OPERATOR)).resolves.toHaveProperty('secret')
  await database.close()
  expect(existsSync(join(directory, 'board.db'))).toBe(true)
})

/** Each in a transaction of its own. */
function transact<Result>(
  database: Database,
  update: (board: BoardWriter) => Promise<Result>,
): Promise<Result> {
  return writeTransaction(database, async (tx) => {
    const board = new BoardWriter(tx, 12, OPERATOR)
    const result = await update(board)
    await BoardWriter.finish([board])
    return result
  })
}

/** The object with other methods: its own need it as `this`. */
function boundProxy<Target extends object>(object: Target, methods: Partial<Target>): Target {
  return new Proxy(object, {
    get: (target, name) => {
      const value = Reflect.get(methods, name) ?? Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

describe('writes at the same time', () => {
  test('become durable one by one, and one that fails takes no other with it', async () => {
    const directory = createDataDirectory()
    const opened = await openDemo(directory)
    const database = await open(directory, false)
    const store = new BoardStore(database)
    const before = await store.board(12).revision()
    const writes = Array.from({ length: 40 }, (_, index) =>
      transact(database, async (board) => {
        const label = await board.createLabel({ name: `label ${index}`, color: 'red' })
        if (index % 4 === 3) throw new Error(`Write ${index} fails.`)
        return label.name
      }),
    )
    const results = await Promise.allSettled(writes)
    const names = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
    expect(names).toHaveLength(30)
    const stored = (await store.board(12).labels()).map((label) => label.name)
    expect(stored.filter((name) => name.startsWith('label ')).sort()).toEqual(names.sort())
    expect(await store.board(12).revision()).toBe(before + 30)
    await database.close()
    await opened.close()
  })

  test('are all undone when the disk is full at their commit', async () => {
    const directory = createDataDirectory()
    const opened = await openDemo(directory)
    await opened.close()
    const database = await open(directory)
    await sql`vacuum`.execute(database.db)
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(database.db)
    await sql`pragma max_page_count = ${sql.lit((rows[0]?.page_count ?? 0) + 1)}`.execute(
      database.db,
    )
    const store = new BoardStore(database)
    const writes = Array.from({ length: 20 }, (_, index) =>
      transact(database, (board) =>
        board.createLabel({ name: `${index} ${'x'.repeat(230)}`, color: 'red' }),
      ),
    )
    const results = await Promise.allSettled(writes)
    const kept = results.filter((result) => result.status === 'fulfilled').length
    expect(kept).toBeLessThan(20)
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ type: 'full' })
    }
    // What was acknowledged is there, and nothing else.
    expect(await store.board(12).labels()).toHaveLength(12 + kept)
    await database.close()
  })

  test('let a load see only what is durable', async () => {
    const directory = createDataDirectory()
    const opened = await openDemo(directory)
    const database = await open(directory, false)
    const store = new BoardStore(database)
    const seen: number[] = []
    const writes = Array.from({ length: 10 }, (_, index) =>
      transact(database, async (board) => {
        await board.createLabel({ name: `label ${index}`, color: 'red' })
        seen.push((await store.board(12).labels()).length)
      }),
    )
    await Promise.all(writes)
    expect(seen[0]).toBe(12)
    expect((await store.board(12).labels()).length).toBe(22)
    await database.close()
    await opened.close()
  })

  test('that could not be committed leave the writers after them alone', async () => {
    const sqlite = openSqlite({ file: join(createDataDirectory(), 'rows.db') })
    sqlite.exec('create table rows (name text) strict')
    let hasFailed = false
    const failOnce = (commit: ReturnType<typeof sqlite.prepare>) => () => {
      if (hasFailed) return commit.run()
      hasFailed = true
      sqlite.exec('rollback')
      throw Object.assign(new Error('database or disk is full'), { errcode: 13 })
    }
    const prepare = (text: string) => {
      const statement = sqlite.prepare(text)
      return text === 'commit' ? boundProxy(statement, { run: failOnce(statement) }) : statement
    }
    const failing = boundProxy(sqlite, { prepare })
    const db = new Kysely<{ rows: { name: string } }>({ dialect: sqliteDialect(failing) })
    const writes = Array.from({ length: 150 }, (_, index) =>
      db.transaction().execute(async (tx) => {
        await tx
          .insertInto('rows')
          .values({ name: `first ${index}` })
          .execute()
        await tx
          .insertInto('rows')
          .values({ name: `second ${index}` })
          .execute()
      }),
    )
    const results = await Promise.allSettled(writes)
    const kept = results.flatMap(({ status }, index) => (status === 'fulfilled' ? [index] : []))
    expect(hasFailed).toBe(true)
    expect(kept).toHaveLength(149)
    const rows = await db.selectFrom('rows').select('name').execute()
    const expected = kept.flatMap((index) => [`first ${index}`, `second ${index}`])
    expect(rows.map(({ name }) => name).sort()).toEqual(expected.sort())
    await db.destroy()
  })
})

test('a store that was started empty never gets the demo', async () => {
  const directory = createDataDirectory()
  const options = { demoCards: undefined, cors: [], onFault: () => undefined }
  const empty = await openService({ ...options, data: directory, empty: true })
  await empty.close()
  const later = await openDemo(directory)
  expect([later.isEmpty, later.demo.keys]).toEqual([true, []])
  await later.close()
})

test('a start that was killed while it made the demo is finished by the next one', async () => {
  const directory = createDataDirectory()
  const file = join(directory, 'demo-keys.json')
  const whole = await openDemo(directory)
  const { keys } = whole.demo
  await whole.close()
  // As after the first board and before the keys.
  writeFileSync(file, JSON.stringify({ cards: null, keys, isUnfinished: true }))
  const database = await open(directory)
  await database.db.deleteFrom('credentials').execute()
  await database.db.deleteFrom('boards').where('id', '>', 12).execute()
  await database.close()
  const finished = await openDemo(directory)
  expect(finished.demo.keys).toEqual(keys)
  const [key] = keys
  const headers = { Authorization: `Bearer ${key?.secret}` }
  const response = await finished.service.request('/v1/board', { headers })
  expect(response.status).toBe(200)
  await finished.close()
  const later = await open(directory)
  const boards = await later.db.selectFrom('boards').select('id').orderBy('id').execute()
  expect(boards.map(({ id }) => id)).toEqual([12, 13, 14])
  expect(readFileSync(file, 'utf8')).not.toContain('isUnfinished')
  await later.close()
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
