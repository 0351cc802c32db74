import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { createBoardService } from './board-service.ts'
import { createScriptedGate } from './gate/scripted-gate.ts'
import { type DemoKey, isEmpty, seedDemo } from './seed.ts'
import { BoardStore } from './store/board-store.ts'
import { CredentialStore } from './store/credential-store.ts'
import { openDatabase } from './store/open-database.ts'

/** How to open the embedded service. */
export interface OpenServiceOptions {
  data: string
  empty: boolean
  demoCards: number | undefined
  cors: readonly string[]
  onFault: (requestId: string, error: unknown) => void
}

/** The embedded service on a data directory. `demoKeys` is empty when the board is no demo. */
export interface OpenService {
  service: ReturnType<typeof createBoardService>
  demoKeys: DemoKey[]
  /** True when the store holds no board at all. */
  isEmpty: boolean
  close: () => Promise<void>
}

/** Says that the options do not fit what the data directory already holds. */
export class DataMismatchError extends Error {
  override readonly name = 'DataMismatchError'
}

const demoFileSchema = v.object({
  cards: v.nullable(v.number()),
  keys: v.array(v.object({ name: v.string(), secret: v.string() })),
})

/**
 * Opens the store of a data directory, fills it with the demo when it is empty, and builds the service on it. The
 * demo's secrets stay in a file beside the store, readable by its owner only, so that every start can print the links.
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
      writeFileSync(file, JSON.stringify({ cards: options.demoCards ?? null, keys }, null, 2), { mode: 0o600 })
      chmodSync(file, 0o600)
    }
    const demo = readDemoFile(file)
    if (options.demoCards !== undefined && demo?.cards !== options.demoCards) {
      throw new DataMismatchError(
        `${options.data} already holds a board, so --demo-cards ${options.demoCards} cannot be used on it. Use another --data directory.`,
      )
    }
    const service = createBoardService({
      store: new BoardStore(db),
      credentials: new CredentialStore(db),
      gate: createScriptedGate(db),
      corsOrigins: options.cors,
      onFault: options.onFault,
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
