import { createBoardService } from '#service/api/app.ts'
import { limitInMemory } from '#service/api/rate-limit.ts'
import { createScriptedGate } from '#service/gate/scripted-gate.ts'
import { BoardWatchers } from '#service/live/board-watchers.ts'
import { BoardStore } from '#service/store/board-store.ts'
import { CredentialStore } from '#service/store/credential-store.ts'
import { hashSecret, makeSecret } from '#service/store/secrets.ts'
import { openDemoDatabase } from './test-database.ts'

/** Our service on an in-memory store with the demo data. */
export async function createMemoryService({
  writesPerMinute = 10_000,
  loadsPerMinute = 100_000,
  clock = Date.now,
  cors = [] as string[],
  isLive = false,
} = {}) {
  const { database, keys: demo } = await openDemoDatabase()
  const { db, close } = database
  const keys = Object.fromEntries(demo.map((key) => [key.name, key.secret]))
  const faults: unknown[] = []
  const credentials = new CredentialStore(database)
  const watchers = isLive ? new BoardWatchers() : undefined
  database.changes.subscribe((change) => watchers?.changed(change))
  const service = createBoardService({
    store: new BoardStore(database),
    credentials,
    gate: createScriptedGate(db),
    clock,
    watchers,
    countRequest: limitInMemory({ writesPerMinute, loadsPerMinute }, clock),
    corsOrigins: cors,
    onFault: (_, error) => faults.push(error),
  })
  return {
    service,
    database,
    db,
    close,
    /** Secrets by name: viewer, member, maintainer, everywhere. */
    keys: {
      viewer: keys.viewer ?? '',
      member: keys.member ?? '',
      maintainer: keys.maintainer ?? '',
      everywhere: keys.everywhere ?? '',
    },
    faults,
    /** Adds a secret to the credential of a demo key: two can be active at once (spec 5.1). */
    addSecret: async (name: string) => {
      const { id } = await db
        .selectFrom('credentials')
        .select('id')
        .where('name', '=', `Demo ${name}`)
        .executeTakeFirstOrThrow()
      const secret = makeSecret()
      const created_at = new Date().toISOString()
      await db
        .insertInto('secrets')
        .values({ hash: hashSecret(secret), credential_id: id, created_at, retired_at: null })
        .execute()
      return secret
    },
    /** Retires a secret. This takes effect on the next request. */
    retire: async (secret: string) => {
      const retired_at = new Date().toISOString()
      await db
        .updateTable('secrets')
        .set({ retired_at })
        .where('hash', '=', hashSecret(secret))
        .execute()
    },
    /** Creates a key. `roles` are by board id. */
    makeKey: async (roles: Readonly<Record<number, string>>, scopes = ['read', 'write']) => {
      const boardRoles = Object.entries(roles).map(([id, role]) => ({ boardId: Number(id), role }))
      const created = await credentials.create(
        { name: 'Extra', scopes, roles: boardRoles },
        { actor: 'operator', now: new Date() },
      )
      return created.secret
    },
  }
}

export type MemoryService = Awaited<ReturnType<typeof createMemoryService>>
