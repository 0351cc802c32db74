import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createBoardService } from '#service/api/app.ts'
import { seedDemo } from '#service/demo/seed-demo.ts'
import { messages } from '#service/messages.ts'
import { BoardStore } from '#service/store/board-store.ts'
import { CredentialStore } from '#service/store/credential-store.ts'
import { migrate } from '#service/store/migrate.ts'
import { openDatabase, openMemoryDatabase } from '#service/store/open-database.ts'
import { createDataDirectory } from '#test/support/start-board.ts'

test('the database writes a commit to disk before it acknowledges the commit', async () => {
  const { db, close } = await openDatabase(createDataDirectory(), { exclusive: true })
  expect((await sql`pragma synchronous`.execute(db)).rows).toEqual([{ synchronous: 2 }])
  expect((await sql`pragma journal_mode`.execute(db)).rows).toEqual([{ journal_mode: 'wal' }])
  await close()
})

test('the migration is rejected when a newer version of the service wrote the database', async () => {
  const { db, close } = await openMemoryDatabase()
  const newer = { name: '9999-newer', timestamp: new Date().toISOString() }
  await db.insertInto('kysely_migration').values(newer).execute()
  await expect(migrate(db)).rejects.toThrow(messages.startup.schemaTooNew([newer.name]))
  await close()
})

test('a data directory has one server at a time, and is available again when that server closes', async () => {
  const directory = createDataDirectory()
  const first = await openDatabase(directory, { exclusive: true })
  await expect(openDatabase(directory, { exclusive: true })).rejects.toThrow(
    messages.usage.directoryInUse(directory),
  )
  const sharedConnection = await openDatabase(directory, { exclusive: false })
  await sharedConnection.close()
  await first.close()
  const second = await openDatabase(directory, { exclusive: true })
  await second.close()
})

test('a promotion is checked again from the new column when the card moves during the check', async () => {
  const { db, close } = await openMemoryDatabase()
  const keys = await seedDemo(db, { now: new Date() })
  const checkedMoves: string[] = []
  const service = createBoardService({
    store: new BoardStore(db),
    credentials: new CredentialStore(db),
    gate: {
      promote: async (card, from, to) => {
        checkedMoves.push(`${from.name} > ${to.name}`)
        if (checkedMoves.length === 1)
          await db.updateTable('cards').set({ stage_id: 1_204 }).where('id', '=', card.id).execute()
        return { type: 'promoted' }
      },
    },
  })
  const response = await service.fetch(
    new Request('http://x/v1/cards/101', {
      method: 'PATCH',
      headers: { Authorization: `Bearer ${keys[1]?.secret}`, 'Content-Type': 'application/json' },
      body: '{"statusId":"1202"}',
    }),
  )
  expect(response.status).toBe(200)
  expect(checkedMoves).toEqual(['Queued > Building', 'Verified > Building'])
  await close()
})
