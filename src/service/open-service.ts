import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { messages } from '#service/messages.ts'
import { createBoardService } from './api/app.ts'
import { type DemoKey, isEmpty, seedDemo } from './demo/seed-demo.ts'
import { createScriptedGate } from './gate/scripted-gate.ts'
import { BoardStore } from './store/board-store.ts'
import { CredentialStore } from './store/credential-store.ts'
import { openDatabase } from './store/open-database.ts'

export interface OpenServiceOptions {
  data: string
  empty: boolean
  demoCards: number | undefined
  cors: readonly string[]
  onFault: (requestId: string, error: unknown) => void
}

export interface OpenService {
  service: ReturnType<typeof createBoardService>
  /** Empty when the board isn't the demo. */
  demoKeys: DemoKey[]
  /** True when the store has no boards. */
  isEmpty: boolean
  close: () => Promise<void>
}

/** The options conflict with the data that the directory already contains: exit code 2. */
export class DataMismatchError extends Error {
  override readonly name = 'DataMismatchError'
}

const demoFileSchema = v.object({
  cards: v.nullable(v.number()),
  keys: v.array(v.object({ name: v.string(), secret: v.string() })),
})

/**
 * Opens the service on a data directory and adds the demo if the store is empty. The secrets of the
 * demo keys are in a file next to the store that only its owner can read, so that every start can
 * print the sign-in links.
 */
export async function openService(options: OpenServiceOptions): Promise<OpenService> {
  const { db, close } = await openDatabase(options.data, { exclusive: true })
  try {
    const file = join(options.data, 'demo-keys.json')
    if (!options.empty && (await isEmpty(db))) {
      const keys = await seedDemo(db, {
        ...(options.demoCards === undefined ? {} : { cards: options.demoCards }),
        now: new Date(),
      })
      writeFileSync(file, JSON.stringify({ cards: options.demoCards ?? null, keys }, null, 2), {
        mode: 0o600,
      })
      chmodSync(file, 0o600)
    }
    const demo = readDemoFile(file)
    if (options.demoCards !== undefined && demo?.cards !== options.demoCards) {
      throw new DataMismatchError(
        messages.usage.demoCardsOnExistingBoard(options.data, options.demoCards),
      )
    }
    const service = createBoardService({
      store: new BoardStore(db),
      credentials: new CredentialStore(db),
      gate: createScriptedGate(db),
      corsOrigins: options.cors,
      onInternalError: options.onFault,
    })
    return { service, demoKeys: demo?.keys ?? [], isEmpty: await isEmpty(db), close }
  } catch (error) {
    await close()
    throw error
  }
}

function readDemoFile(file: string): v.InferOutput<typeof demoFileSchema> | undefined {
  if (!existsSync(file)) return undefined
  try {
    return v.parse(demoFileSchema, JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return undefined
  }
}
