import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { messages } from '#service/messages.ts'
import { createBoardService } from './api/app.ts'
import { limitInDatabase, limitInMemory, type RateLimits } from './api/rate-limit.ts'
import { type DemoKey, isEmpty, seedDemo } from './demo/seed-demo.ts'
import { createScriptedGate } from './gate/scripted-gate.ts'
import { BoardStore } from './store/board-store.ts'
import { CredentialStore } from './store/credential-store.ts'
import { DataDirectoryError } from './store/data-directory.ts'
import { type Database, openDatabase } from './store/open-database.ts'
import { tidyUp } from './store/tidy-up.ts'

export interface OpenServiceOptions {
  data: string
  /** Used instead of `data`. */
  databaseUrl?: string | undefined
  empty: boolean
  demoCards: number | undefined
  cors: readonly string[]
  limits?: RateLimits
  onFault: (requestId: string, error: unknown) => void
}

export interface OpenService {
  service: ReturnType<typeof createBoardService>
  demo: Demo
  /** True when the store has no boards. */
  isEmpty: boolean
  /** Throws when the store can't be read or written. */
  checkReady: () => Promise<void>
  close: () => Promise<void>
}

export interface Demo {
  /** Keys whose secret still works; empty when the board isn't the demo. */
  keys: readonly DemoKey[]
  /** Whether this start has created it. */
  isNew: boolean
}

/** Spec section 8 leaves them open. [gap G19] */
export const DEFAULT_LIMITS: RateLimits = { writesPerMinute: 120, loadsPerMinute: 600 }

const demoFileSchema = v.object({
  cards: v.nullable(v.number()),
  keys: v.array(v.object({ name: v.string(), secret: v.string() })),
})

type DemoFile = v.InferOutput<typeof demoFileSchema>

/**
 * Opens the service on a store, and adds the demo if the store is empty. The secrets of the demo
 * keys are in a file in the data directory that only its owner can read, so that a later start can
 * print the sign-in links.
 */
export async function openService(options: OpenServiceOptions): Promise<OpenService> {
  const { databaseUrl, data } = options
  const database = await openDatabase(
    databaseUrl
      ? { type: 'postgres', url: databaseUrl }
      : { type: 'directory', path: data, exclusive: true },
  )
  try {
    const credentials = new CredentialStore(database)
    // A full disk must not stop the loads.
    await tidyUp(database, new Date()).catch((error: unknown) => options.onFault('start', error))
    const demo = await openDemo(database, options)
    const limits = options.limits ?? DEFAULT_LIMITS
    const service = createBoardService({
      store: new BoardStore(database),
      credentials,
      gate: createScriptedGate(database.reader),
      countRequest:
        database.dialect === 'postgres'
          ? limitInDatabase(limits, database)
          : limitInMemory(limits, () => performance.now()),
      corsOrigins: options.cors,
      onFault: options.onFault,
    })
    return {
      service,
      demo,
      isEmpty: await isEmpty(database),
      checkReady: () => checkReady(database),
      close: database.close,
    }
  } catch (error) {
    await database.close()
    throw error
  }
}

async function openDemo(database: Database, options: OpenServiceOptions): Promise<Demo> {
  const { databaseUrl, data, demoCards } = options
  const mayAdd = !options.empty && database.isNew
  const isNew = mayAdd && (await isEmpty(database))
  const file = join(data, 'demo-keys.json')
  if (isNew) {
    const keys = await seedDemo(database, { cards: demoCards, now: new Date() })
    writeDemoFile(file, { cards: demoCards ?? null, keys })
  }
  const demo = databaseUrl === undefined ? readDemoFile(file) : undefined
  if (demoCards !== undefined && demo?.cards !== demoCards) {
    throw new DataDirectoryError(messages.usage.demoCardsOnExistingBoard(data, demoCards))
  }
  return { keys: await workingKeys(new CredentialStore(database), demo?.keys ?? []), isNew }
}

/** A retired or revoked secret is not printed again. */
async function workingKeys(
  credentials: CredentialStore,
  keys: readonly DemoKey[],
): Promise<DemoKey[]> {
  const now = new Date()
  const found = await Promise.all(keys.map(({ secret }) => credentials.exists(secret, now)))
  return keys.filter((_, index) => found[index])
}

async function checkReady({ reader, db }: Database): Promise<void> {
  await reader.selectFrom('store').select('id').executeTakeFirstOrThrow()
  // Takes the write lock and writes a page, without changing anything.
  await db
    .updateTable('store')
    .set((eb) => ({ created_at: eb.ref('created_at') }))
    .execute()
}

function writeDemoFile(file: string, demo: DemoFile): void {
  writeFileSync(file, JSON.stringify(demo, null, 2), { mode: 0o600 })
  chmodSync(file, 0o600)
}

function readDemoFile(file: string): DemoFile | undefined {
  if (!existsSync(file)) return undefined
  try {
    return v.parse(demoFileSchema, JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return undefined
  }
}
