import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { seedDemo } from '#service/demo/seed-demo.ts'
import type { StoredCard } from '#service/store/board-reader.ts'
import { BoardStore } from '#service/store/board-store.ts'
import type { CardBoard } from '#service/store/card-writer.ts'
import type { IntentState } from '#service/store/frequent-queries.ts'
import { type Database, openDatabase } from '#service/store/open-database.ts'
import { createPostgresDatabase } from '#test/support/postgres-database.ts'
import { createDataDirectory } from '#test/support/start-board.ts'

const BOARD = 12
const OTHER_BOARD = 13
const NUMBERS = [101, 102, 103, 104, 105, 106, 107, 108]
/** Of the board. */
const LABEL = 1201
const testPostgres = test.runIf(inject('store') === 'postgres')

interface Demo {
  store: BoardStore
  database: Database
}

async function openStore() {
  if (inject('store') === 'postgres') {
    const { url, drop } = await createPostgresDatabase()
    return { database: await openDatabase({ type: 'postgres', url }), drop }
  }
  const path = createDataDirectory()
  const database = await openDatabase({ type: 'directory', path, exclusive: true })
  return { database, drop: async () => undefined }
}

/** Runs `check` on the demo in a new store. */
async function withDemo(check: (demo: Demo) => Promise<void>): Promise<void> {
  const { database, drop } = await openStore()
  try {
    await seedDemo(database, { now: new Date() })
    await check({ store: new BoardStore(database), database })
  } finally {
    await database.close()
    await drop()
  }
}

const context = () => ({ actor: 'ada', now: new Date() })

async function changeLabels(board: CardBoard, number: number): Promise<number> {
  const card = await board.card(number)
  if (!card) throw new Error('The demo has this card.')
  await board.setLabels(card, card.labelIds.includes(LABEL) ? [] : [LABEL])
  return number
}

const auditOf = ({ reader }: Database, action: string) =>
  reader.selectFrom('audit').select(['board_id', 'subject']).where('action', '=', action).execute()

const subjectsOf = async (database: Database) =>
  (await auditOf(database, 'card.labels')).map(({ subject }) => subject)

/** Reports each commit of these boards. */
function watchChanges({ changes }: Database): unknown[] {
  const seen: unknown[] = []
  changes.subscribe((change) => seen.push(change))
  return seen
}

test('changes of cards that wait share one transaction and one new revision', () =>
  withDemo(async ({ store, database }) => {
    const before = await store.board(BOARD).revision()
    const changes = watchChanges(database)
    const write = (number: number) =>
      store.writeCard(BOARD, context(), number, async (board) => {
        // The others arrive during the first one.
        if (number === NUMBERS[0]) others.push(...NUMBERS.slice(1).map(write))
        return changeLabels(board, number)
      })
    const others: Promise<number>[] = []
    expect(await write(NUMBERS[0] ?? 0)).toBe(NUMBERS[0])
    expect(await Promise.all(others)).toEqual(NUMBERS.slice(1))
    expect(changes).toEqual([BOARD])
    expect(await store.board(BOARD).revision()).toBe(before + 1)
    expect(await subjectsOf(database)).toEqual(NUMBERS.map((number) => `card ${number}`))
    for (const number of NUMBERS) {
      const card = await store.board(BOARD).card(number)
      expect(card?.labelIds.includes(LABEL)).toBe(true)
    }
  }))

test('changes on several boards share one transaction', () =>
  withDemo(async ({ store, database }) => {
    const boards = [BOARD, OTHER_BOARD]
    const before = await Promise.all(boards.map((id) => store.board(id).revision()))
    const changes = watchChanges(database)
    const [number = 0] = (await store.board(OTHER_BOARD).cardRows()).map((card) => card.number)
    const move = (boardId: number, cardNumber: number) =>
      store.writeCard(boardId, context(), cardNumber, async (board) => {
        const card = await board.card(cardNumber)
        const stages = await board.stages()
        const from = stages.find(({ id }) => id === card?.stage_id)
        const to = stages.find(({ id }) => id !== card?.stage_id)
        if (!card || !from || !to) throw new Error('The demo has this card.')
        return board.moveCard(card, from, to)
      })
    const moved = await Promise.all([move(BOARD, 101), move(OTHER_BOARD, number)])
    const stored = [await store.board(BOARD).card(101), await store.board(OTHER_BOARD).card(number)]
    expect(stored).toEqual(moved)
    expect(changes).toEqual(boards)
    const after = await Promise.all(boards.map((id) => store.board(id).revision()))
    expect(after).toEqual(before.map((revision) => revision + 1))
    expect((await auditOf(database, 'card.move')).map(({ board_id }) => board_id)).toEqual(boards)
  }))

test('a change sees what the ones before it in its transaction have changed', () =>
  withDemo(async ({ store }) => {
    const { stages, card } = await readPlace(store, 101)
    const [first, second] = stages.filter(({ id }) => id !== card?.stage_id)
    const seen: unknown[] = []
    const move = (stage: typeof first) =>
      store.writeCard(BOARD, context(), 101, async (board) => {
        const current = await board.card(101)
        const from = stages.find(({ id }) => id === current?.stage_id)
        if (!current || !from || !stage) throw new Error('The demo has this card.')
        seen.push([current.stage_id, await board.revision()])
        return board.moveCard(current, from, stage)
      })
    const before = await store.board(BOARD).revision()
    await Promise.all([move(first), move(second), move(first)])
    expect(seen).toEqual([
      [card?.stage_id, before],
      [first?.id, before + 1],
      [second?.id, before + 1],
    ])
    expect((await store.board(BOARD).card(101))?.stage_id).toBe(first?.id)
  }))

test('cards that move together keep their order at the end of the column', () =>
  withDemo(async ({ store }) => {
    const { stages } = await readPlace(store, 101)
    const to = stages.at(-1)
    const cards = (await store.board(BOARD).cardRows()).filter(
      ({ stage_id }) => stage_id !== to?.id,
    )
    const moved = cards.slice(0, 5).reverse()
    await Promise.all(
      moved.map(({ number, stage_id }) =>
        store.writeCard(BOARD, context(), number, async (board) => {
          const card = await board.card(number)
          const from = stages.find(({ id }) => id === stage_id)
          if (!card || !from || !to) throw new Error('The demo has this card.')
          return board.moveCard(card, from, to)
        }),
      ),
    )
    const column = (await store.board(BOARD).cardRows()).filter(
      ({ stage_id }) => stage_id === to?.id,
    )
    expect(column.slice(-5).map(({ number }) => number)).toEqual(moved.map(({ number }) => number))
    expect(new Set(column.map(({ position }) => position)).size).toBe(column.length)
  }))

const readPlace = async (store: BoardStore, number: number) => ({
  stages: await store.board(BOARD).stages(),
  card: await store.board(BOARD).card(number),
})

test('a change that fails undoes only itself', () =>
  withDemo(async ({ store, database }) => {
    const write = (number: number) =>
      store.writeCard(BOARD, context(), number, async (board) => {
        await changeLabels(board, number)
        if (number === 103) throw new Error('refused')
        return number
      })
    const results = await Promise.allSettled(NUMBERS.map(write))
    expect(results.flatMap(({ status }, index) => (status === 'rejected' ? [index] : []))).toEqual([
      NUMBERS.indexOf(103),
    ])
    const kept = NUMBERS.filter((number) => number !== 103)
    expect(await subjectsOf(database)).toEqual(kept.map((number) => `card ${number}`))
    expect((await store.board(BOARD).card(103))?.labelIds.includes(LABEL)).toBe(false)
  }))

test('a write that can change anything undoes all of it when it fails', () =>
  withDemo(async ({ store }) => {
    const write = store.write(BOARD, context(), async (board) => {
      await board.createLabel({ name: 'undone', color: 'red' })
      throw new Error('refused')
    })
    await expect(write).rejects.toThrow('refused')
    const names = (await store.board(BOARD).labels()).map(({ name }) => name)
    expect(names).not.toContain('undone')
  }))

test('a change that cannot be stored fails alone', () =>
  withDemo(async ({ store, database }) => {
    const write = (number: number) =>
      store.writeCard(BOARD, context(), number, async (board) => {
        const card = await board.card(number)
        if (!card) throw new Error('The demo has this card.')
        // There is no such label.
        await board.setLabels(card, number === 105 ? [999_999] : [LABEL, LABEL + 1])
        return number
      })
    const results = await Promise.allSettled(NUMBERS.map(write))
    expect(results.map(({ status }) => status)).toEqual(
      NUMBERS.map((number) => (number === 105 ? 'rejected' : 'fulfilled')),
    )
    const kept = NUMBERS.filter((number) => number !== 105)
    expect(await subjectsOf(database)).toEqual(kept.map((number) => `card ${number}`))
  }))

test('a write that can change anything waits for the changes before it, and they for it', () =>
  withDemo(async ({ store, database }) => {
    const change = (number: number) =>
      store.writeCard(BOARD, context(), number, (board) => changeLabels(board, number))
    const changes = watchChanges(database)
    const label = () =>
      store.write(BOARD, context(), (board) => board.createLabel({ name: 'later', color: 'red' }))
    await Promise.all([change(101), change(102), label(), change(103)])
    expect(changes).toEqual([BOARD, BOARD, BOARD])
    const order = await database.reader
      .selectFrom('audit')
      .select('action')
      .where('actor', '=', 'ada')
      .orderBy('id')
      .execute()
    const expected = ['card.labels', 'card.labels', 'label.create', 'card.labels']
    expect(order.map(({ action }) => action)).toEqual(expected)
  }))

test('a board has at most 64 changes in a transaction', () =>
  withDemo(async ({ store, database }) => {
    const changes = watchChanges(database)
    const numbers = Array.from({ length: 70 }, (_, index) => NUMBERS[index % NUMBERS.length] ?? 0)
    await Promise.all(
      numbers.map((number) =>
        store.writeCard(BOARD, context(), number, (board) => changeLabels(board, number)),
      ),
    )
    expect(changes).toEqual([BOARD, BOARD])
    expect(await subjectsOf(database)).toEqual(numbers.map((number) => `card ${number}`))
  }))

test('a transaction ends when one of its boards has 64 changes', () =>
  withDemo(async ({ store, database }) => {
    const changes = watchChanges(database)
    const [other = 0] = (await store.board(OTHER_BOARD).cardRows()).map(({ number }) => number)
    const changeOther = () =>
      store.writeCard(OTHER_BOARD, context(), other, async (board) => {
        const card = await board.card(other)
        const block = { reason: `${card?.blocked_reason} Conflicts.`, code: 'conflicts' }
        if (card) await board.blockCard(card, block)
      })
    const later: Promise<void>[] = []
    const full = Array.from({ length: 64 }, (_, index) =>
      store.writeCard(BOARD, context(), 101, async (board) => {
        if (index === 0) later.push(changeOther())
        return changeLabels(board, 101)
      }),
    )
    await Promise.all([...full, changeOther()])
    await Promise.all(later)
    expect(changes).toEqual([BOARD, OTHER_BOARD, OTHER_BOARD])
  }))

test('refusals, promotions, and moves back are stored together', () =>
  withDemo(async ({ store, database }) => {
    const { stages } = await readPlace(store, 101)
    const [first, second, third] = stages
    if (!first || !second || !third) throw new Error('The demo has these columns.')
    const inSecond = (await store.board(BOARD).cardRows()).filter(
      ({ stage_id }) => stage_id === second.id,
    )
    const cards = inSecond.slice(0, 3)
    const changes = watchChanges(database)
    const block = { reason: 'Conflicts with main.', code: 'conflicts' }
    // A card that was blocked before, and is moved back: its block stays.
    await database.db
      .updateTable('cards')
      .set({ blocked_reason: 'Red.', blocked_code: 'checks_red', blocked_at: 'earlier' })
      .where(
        'id',
        'in',
        cards.map(({ id }) => id),
      )
      .execute()
    const change = (
      index: number,
      update: (board: CardBoard, card: StoredCard) => Promise<unknown>,
    ) => {
      const number = cards[index]?.number ?? 0
      return store.writeCard(BOARD, context(), number, async (board) => {
        const card = await board.card(number)
        if (card) await update(board, card)
      })
    }
    await Promise.all([
      change(0, (board, card) => board.blockCard(card, block)),
      change(1, (board, card) => board.moveCard(card, second, third)),
      change(2, (board, card) => board.moveCard(card, second, first)),
    ])
    const stored = await Promise.all(cards.map(({ number }) => store.board(BOARD).card(number)))
    expect(stored).toMatchObject([
      { stage_id: second.id, blocked_reason: block.reason, blocked_code: block.code },
      { stage_id: third.id, blocked_reason: null, blocked_code: null, blocked_at: null },
      { stage_id: first.id, blocked_reason: 'Red.', blocked_code: 'checks_red' },
    ])
    expect(changes).toEqual([BOARD])
  }))

test('the results of intents that are stored already are stored together', () =>
  withDemo(async ({ store, database }) => {
    const { stages, card } = await readPlace(store, 101)
    const [from, to] = stages
    if (!card || !from || !to) throw new Error('The demo has this card.')
    const ids = ['one', 'two', 'three']
    const place = { cardId: card.id, fromStageId: from.id, toStageId: to.id }
    const record = (id: string) =>
      store.writeCard(BOARD, context(), 101, async (board) => board.recordIntent({ id, ...place }))
    await Promise.all(ids.map(record))
    const finish = (id: string, state: IntentState) =>
      store.writeCard(BOARD, context(), 101, async (board) => board.finishIntent(id, state))
    await Promise.all([
      finish('one', 'promoted'),
      finish('two', 'abandoned'),
      finish('three', 'promoted'),
    ])
    const rows = await database.db.selectFrom('move_intents').select(['id', 'state']).execute()
    expect(new Map(rows.map(({ id, state }) => [id, state]))).toEqual(
      new Map([
        ['one', 'promoted'],
        ['two', 'abandoned'],
        ['three', 'promoted'],
      ]),
    )
  }))

testPostgres('a change with a query that fails leaves the others alone, also on other boards', () =>
  withDemo(async ({ store, database }) => {
    const [other = 0] = (await store.board(OTHER_BOARD).cardRows()).map(({ number }) => number)
    const failing = () =>
      store.writeCard(BOARD, context(), 101, async (board) => {
        const card = await board.card(101)
        // No id of PostgreSQL is that high.
        await board.knownLabelIds([99_999_999_999])
        if (card) await board.setLabels(card, [])
      })
    const reading = (boardId: number, number: number) =>
      store.writeCard(boardId, context(), number, async (board) => (await board.stages()).length)
    // Nothing of these has to be stored, which would fail too.
    const all = [failing(), reading(BOARD, 103), reading(OTHER_BOARD, other)]
    const results = await Promise.allSettled(all)
    const columns = (await store.board(BOARD).stages()).length
    const otherColumns = (await store.board(OTHER_BOARD).stages()).length
    expect(results).toMatchObject([
      { status: 'rejected', reason: { code: '22003' } },
      { status: 'fulfilled', value: columns },
      { status: 'fulfilled', value: otherColumns },
    ])
    const change = store.writeCard(BOARD, context(), 102, (board) => changeLabels(board, 102))
    expect((await Promise.allSettled([failing(), change])).map(({ status }) => status)).toEqual([
      'rejected',
      'fulfilled',
    ])
    expect(await subjectsOf(database)).toEqual(['card 102'])
  }),
)

testPostgres('a board that another instance has locked follows when it is free', () =>
  withDemo(async ({ store, database }) => {
    const change = (number: number) =>
      store.writeCard(BOARD, context(), number, (board) => changeLabels(board, number))
    const { writes } = await database.db.transaction().execute(async (tx) => {
      await sql`select id from boards where id = ${BOARD} for update`.execute(tx)
      const writes = Promise.all(NUMBERS.map(change))
      await new Promise((resolve) => setTimeout(resolve, 200))
      // A promise would be waited for.
      return { writes }
    })
    expect(await writes).toEqual(NUMBERS)
    expect(await subjectsOf(database)).toEqual(NUMBERS.map((number) => `card ${number}`))
  }),
)

testPostgres('a lost connection fails every change of the transaction, and stores none', () =>
  withDemo(async ({ store, database }) => {
    const lost = (number: number) =>
      store.writeCard(BOARD, context(), number, async (board) => {
        await changeLabels(board, number)
        if (number === 108) {
          await sql`select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and state = 'idle in transaction'
              and pid <> pg_backend_pid()`.execute(database.db)
        }
        return number
      })
    for (const result of await Promise.allSettled(NUMBERS.map(lost))) {
      expect(result).toMatchObject({ reason: { name: 'StoreError', type: 'unreachable' } })
    }
    expect(await subjectsOf(database)).toEqual([])
    const again = store.writeCard(BOARD, context(), 108, (board) => changeLabels(board, 108))
    expect(await again).toBe(108)
  }),
)

testPostgres('changes that wait for the lock of another instance fail together', () =>
  withDemo(async ({ store, database }) => {
    const change = (number: number) =>
      store.writeCard(BOARD, context(), number, (board) => changeLabels(board, number))
    const [other = 0] = (await store.board(OTHER_BOARD).cardRows()).map(({ number }) => number)
    await database.db.transaction().execute(async (tx) => {
      await sql`select id from boards where id = ${BOARD} for update`.execute(tx)
      const writes = Promise.allSettled(NUMBERS.map(change))
      // The other board doesn't wait for it.
      const free = store.writeCard(OTHER_BOARD, context(), other, async () => 'free')
      expect(await Promise.race([writes.then(() => 'waited'), free])).toBe('free')
      for (const result of await writes) {
        expect(result).toMatchObject({ reason: { name: 'StoreError', type: 'busy' } })
      }
    })
    expect(await change(101)).toBe(101)
  }),
)
