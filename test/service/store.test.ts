import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createBoardService } from '#service/board-service.ts'
import { seedDemo } from '#service/seed.ts'
import { BoardStore } from '#service/store/board-store.ts'
import { CredentialStore } from '#service/store/credential-store.ts'
import { migrate, SCHEMA_VERSION } from '#service/store/migrations.ts'
import { openDatabase, openMemoryDatabase } from '#service/store/open-database.ts'
import { freshDirectory } from '#test/support/start-board.ts'

test('a commit is on disk before it is acknowledged', async () => {
  const { db, close } = await openDatabase(freshDirectory(), { exclusive: true })
  expect((await sql`pragma synchronous`.execute(db)).rows).toEqual([{ synchronous: 2 }])
  expect((await sql`pragma journal_mode`.execute(db)).rows).toEqual([{ journal_mode: 'wal' }])
  await close()
})

test('a store of a newer program is not touched', async () => {
  const { db, close } = await openMemoryDatabase()
  await db
    .updateTable('meta')
    .set({ value: String(SCHEMA_VERSION + 1) })
    .where('key', '=', 'schema')
    .execute()
  await expect(migrate(db)).rejects.toThrow('Start a newer version')
  await close()
})

test('a directory has one server; the next one may have it once the first is closed', async () => {
  const directory = freshDirectory()
  const first = await openDatabase(directory, { exclusive: true })
  await expect(openDatabase(directory, { exclusive: true })).rejects.toThrow('Another board service is using')
  const beside = await openDatabase(directory, { exclusive: false })
  await beside.close()
  await first.close()
  const second = await openDatabase(directory, { exclusive: true })
  await second.close()
})

test('a card that somebody else moves while the gate thinks is judged again from where it then stands', async () => {
  const { db, close } = await openMemoryDatabase()
  const keys = await seedDemo(db, { now: new Date() })
  const asked: string[] = []
  const service = createBoardService({
    store: new BoardStore(db),
    credentials: new CredentialStore(db),
    gate: {
      promote: async (card, from, to) => {
        asked.push(`${from.name} > ${to.name}`)
        if (asked.length === 1)
          await db.updateTable('cards').set({ stage_id: 1_204 }).where('id', '=', card.id).execute()
        return { answer: 'promoted' }
      },
    },
  })
  const answer = await service.fetch(
    new Request('http://x/v1/cards/101', {
      method: 'PATCH',
      headers: { Authorization: `Bearer ${keys[1]?.secret}`, 'Content-Type': 'application/json' },
      body: '{"statusId":"1202"}',
    }),
  )
  expect(answer.status).toBe(200)
  expect(asked).toEqual(['Queued > Building', 'Verified > Building'])
  await close()
})
