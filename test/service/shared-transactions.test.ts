import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { seedDemo } from '#service/demo/seed-demo.ts'
import { BoardStore } from '#service/store/board-store.ts'
import type { BoardWriter } from '#service/store/board-writer.ts'
import { type Database, openDatabase } from '#service/store/open-database.ts'
import { createPostgresDatabase } from '#test/support/postgres-database.ts'

const BOARD = 12
const NUMBERS = [101, 102, 103, 104, 105, 106, 107, 108]
const testPostgres = test.runIf(inject('store') === 'postgres')

/** Runs `check` on the demo in a new database. */
async function withDemo(
  check: (demo: { store: BoardStore; database: Database }) => Promise<void>,
): Promise<void> {
  const { url, drop } = await createPostgresDatabase()
  const database = await openDatabase({ type: 'postgres', url })
  try {
    await seedDemo(database, { now: new Date() })
    await check({ store: new BoardStore(database), database })
  } finally {
    await database.close()
    await drop()
  }
}

const context = () => ({ actor: 'ada', now: new Date() })

async function addLabel(board: BoardWriter, number: number): Promise<number> {
  const card = await board.card(number)
  const [label] = await board.labels()
  if (!card || !label) throw new Error('The demo has this card.')
  await board.setLabels(card, card.labelIds.includes(label.id) ? [] : [label.id])
  return number
}

const auditOf = ({ reader }: Database) =>
  reader.selectFrom('audit').select('subject').where('action', '=', 'card.labels').execute()

testPostgres('writes that wait share one transaction and one new revision', () =>
  withDemo(async ({ store, database }) => {
    const before = await store.board(BOARD).revision()
    const ids = new Set<string>()
    const changes: unknown[] = []
    database.changes.subscribe((change) => changes.push(change))
    const write = (number: number) =>
      store.write(BOARD, context(), async (board) => {
        const { rows } = await sql<{ id: string }>`select txid_current()::text as id`.execute(
          board.tx,
        )
        ids.add(rows[0]?.id ?? '')
        // The others arrive during the first one.
        if (number === NUMBERS[0]) others.push(...NUMBERS.slice(1).map(write))
        return addLabel(board, number)
      })
    const others: Promise<number>[] = []
    expect(await write(NUMBERS[0] ?? 0)).toBe(NUMBERS[0])
    expect(await Promise.all(others)).toEqual(NUMBERS.slice(1))
    expect(ids.size).toBe(1)
    expect(changes).toEqual([BOARD])
    expect(await store.board(BOARD).revision()).toBe(before + 1)
    expect(await auditOf(database)).toEqual(
      NUMBERS.map((number) => ({ subject: `card ${number}` })),
    )
  }),
)

testPostgres('a write that fails undoes only itself', () =>
  withDemo(async ({ store, database }) => {
    const write = (number: number) =>
      store.write(BOARD, context(), async (board) => {
        await addLabel(board, number)
        if (number === 103) throw new Error('refused')
        if (number === 105) await sql`select 1 / 0`.execute(board.tx)
        return number
      })
    const results = await Promise.allSettled(NUMBERS.map(write))
    const failed = results.flatMap(({ status }, index) =>
      status === 'rejected' ? [NUMBERS[index]] : [],
    )
    expect(failed).toEqual([103, 105])
    const kept = NUMBERS.filter((number) => !failed.includes(number))
    expect(await auditOf(database)).toEqual(kept.map((number) => ({ subject: `card ${number}` })))
  }),
)

testPostgres('a write sees that an earlier one of its transaction has changed the board', () =>
  withDemo(async ({ store }) => {
    const write = (number: number) =>
      store.write(BOARD, context(), async (board) => {
        const revision = await board.revision()
        await addLabel(board, number)
        return revision
      })
    const [first = 0, ...others] = await Promise.all(NUMBERS.map(write))
    expect(others.every((revision) => revision > first)).toBe(true)
  }),
)

testPostgres('a lost connection fails every write of the transaction, and stores none', () =>
  withDemo(async ({ store, database }) => {
    const write = (number: number) =>
      store.write(BOARD, context(), async (board) => {
        await addLabel(board, number)
        if (number === 108) {
          await sql`select pg_terminate_backend(pg_backend_pid())`.execute(board.tx)
        }
        return number
      })
    const results = await Promise.allSettled(NUMBERS.map(write))
    const stored = await auditOf(database)
    const acknowledged = results.flatMap((result) =>
      result.status === 'fulfilled' ? [{ subject: `card ${result.value}` }] : [],
    )
    expect(stored).toEqual(acknowledged)
    expect(results.at(-1)).toMatchObject({ reason: { name: 'StoreError', type: 'unreachable' } })
    expect(await store.write(BOARD, context(), (board) => addLabel(board, 108))).toBe(108)
  }),
)

testPostgres('writes that wait for the lock of another instance fail together', () =>
  withDemo(async ({ store, database }) => {
    await database.db.transaction().execute(async (tx) => {
      await sql`select id from boards where id = ${BOARD} for update`.execute(tx)
      const writes = NUMBERS.map((number) =>
        store.write(BOARD, context(), (board) => addLabel(board, number)),
      )
      for (const result of await Promise.allSettled(writes)) {
        expect(result).toMatchObject({ reason: { name: 'StoreError', type: 'busy' } })
      }
    })
    expect(await store.write(BOARD, context(), (board) => addLabel(board, 101))).toBe(101)
  }),
)
