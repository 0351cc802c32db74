import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createBoardService } from './api/app.ts'
import {
  limitInDatabase,
  limitInMemory,
  limitRejectedKeys,
  type RateLimits,
} from './api/rate-limit.ts'
import { demoForge } from './demo/demo-forge.ts'
import { type Demo, openDemo } from './demo/open-demo.ts'
import { isEmpty } from './demo/seed-demo.ts'
import { createScriptedGate } from './gate/scripted-gate.ts'
import { BoardWatchers, DEFAULT_MAX_WAITING } from './live/board-watchers.ts'
import { watchStore } from './live/watch-store.ts'
import { checkSource } from './repository/git/open-repository.ts'
import {
  type OpenRepositories,
  openRepositories,
  type RepositoryOptions,
} from './repository/open-repositories.ts'
import { BoardStore } from './store/board-store.ts'
import { CredentialStore } from './store/credential-store.ts'
import { type Database, openDatabase } from './store/open-database.ts'
import { keepTidy } from './store/tidy-up.ts'

export interface OpenServiceOptions {
  data: string
  /** Used instead of `data`. */
  databaseUrl?: string | undefined
  empty: boolean
  demoCards: number | undefined
  scriptedDemo?: boolean | undefined
  cors: readonly string[]
  limits?: RateLimits
  /** Loads that wait for a change at the same time. */
  maxWaiting?: number | undefined
  /** Boards over git repositories, instead of the demo. */
  repositories?: Omit<RepositoryOptions, 'data' | 'onFault' | 'onConfigChange'> | undefined
  onFault: (requestId: string, error: unknown) => void
  onConfigChange?: RepositoryOptions['onConfigChange']
}

export interface OpenService {
  service: ReturnType<typeof createBoardService>
  credentials: CredentialStore
  demo: Demo
  /** True when the store has no boards. */
  isEmpty: boolean
  repositories: OpenRepositories
  /** What an operator should fix, even though the service works. */
  problems: () => string[]
  /** What became of a web hook of the forge; undefined without a secret for them. */
  receiveHook: OpenRepositories['receiveHook']
  /** Throws when the store can't be read or written, or a repository is gone. */
  checkReady: () => Promise<void>
  /** Loads that wait for a change. */
  waiting: () => number
  /** Ends what would hold up a stop. Requests that have begun are still answered. */
  stop: () => void
  close: () => Promise<void>
}

/** Spec section 8 leaves them open. [gap G19] */
const DEFAULT_LIMITS: RateLimits = { writesPerMinute: 120, loadsPerMinute: 600 }

const NO_CHOICES = {
  minRoles: [],
  allowCheckCommand: false,
  checkRunner: [],
  updateWorkTree: false,
} as const

/** Opens the service on a store, and adds the demo if the store is new. */
export async function openService(options: OpenServiceOptions): Promise<OpenService> {
  const { databaseUrl, data } = options
  for (const source of options.repositories?.sources ?? []) await checkSource(source)
  const database = await openDatabase(
    databaseUrl
      ? { type: 'postgres', url: databaseUrl }
      : { type: 'directory', path: data, exclusive: true },
  )
  try {
    const credentials = new CredentialStore(database)
    const stopTidying = await keepTidy(database, options.onFault)
    const sources = options.repositories?.sources ?? []
    const empty = options.empty || sources.length > 0
    const demo = await openDemo(database, { ...options, empty })
    const all = demo.repository === undefined ? sources : [...sources, demo.repository]
    const chosen = options.repositories ?? NO_CHOICES
    const repositories = await openRepositories(database, {
      ...options,
      ...chosen,
      sources: all,
      ownForge: (source, board) => (source === demo.repository ? demoForge(board) : undefined),
    })
    const scriptedGate = createScriptedGate(database.reader)
    const limits = options.limits ?? DEFAULT_LIMITS
    const watchers = new BoardWatchers({ maxWaiting: options.maxWaiting ?? DEFAULT_MAX_WAITING })
    const stopWatching = watchStore(database, watchers, options)
    const service = createBoardService({
      store: new BoardStore(database),
      credentials,
      watchers,
      gate: repositories.gate(scriptedGate),
      beforeLoad: repositories.beforeLoad,
      countRequest:
        database.dialect === 'postgres'
          ? limitInDatabase(limits, database)
          : limitInMemory(limits, () => performance.now()),
      countRejectedKey: limitRejectedKeys(() => performance.now()),
      corsOrigins: options.cors,
      onFault: options.onFault,
    })
    return {
      service,
      credentials,
      demo,
      isEmpty: await isEmpty(database),
      repositories,
      problems: () => repositories.problems(),
      receiveHook: repositories.receiveHook,
      checkReady: async () => {
        await checkReady(database, databaseUrl === undefined ? data : undefined)
        await repositories.checkReady()
      },
      waiting: () => watchers.waiting,
      stop: () => {
        watchers.stop()
        repositories.stop()
      },
      close: async () => {
        stopTidying()
        await stopWatching()
        await repositories.close()
        await database.close()
      },
    }
  } catch (error) {
    await database.close()
    throw error
  }
}

const PROBE = 'readiness-probe'
/** More than a write needs: the journal of the database has room that a full disk hides. */
const PROBE_BYTES = 256 * 1024

/** Throws when a file can't grow on the disk of the data directory. */
async function checkSpace(directory: string): Promise<void> {
  const path = join(directory, PROBE)
  try {
    await writeFile(path, Buffer.alloc(PROBE_BYTES, 1), { mode: 0o600, flush: true })
  } finally {
    await rm(path, { force: true })
  }
}

async function checkReady({ reader, db }: Database, directory: string | undefined): Promise<void> {
  if (directory !== undefined) await checkSpace(directory)
  await reader.selectFrom('store').select('id').executeTakeFirstOrThrow()
  // Takes the write lock and writes a page, without changing anything.
  await db
    .updateTable('store')
    .set((eb) => ({ created_at: eb.ref('created_at') }))
    .execute()
}
