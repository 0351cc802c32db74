import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { messages } from '../messages/messages.ts'
import { CredentialStore } from '../store/credential-store.ts'
import { DataDirectoryError } from '../store/data-directory.ts'
import type { Database } from '../store/open-database.ts'
import { openDemoRepository } from './demo-repository.ts'
import { type DemoKey, isEmpty, makeDemoKeys, seedDemo } from './seed-demo.ts'

export interface Demo {
  /** Keys whose secret still works; empty when the board isn't the demo. */
  keys: readonly DemoKey[]
  /** Whether this start has created it. */
  isNew: boolean
  /** Path of the repository behind its main board; undefined when its moves are scripted. */
  repository: string | undefined
}

export interface OpenDemoOptions {
  data: string
  /** A store without a data directory has no demo. */
  databaseUrl?: string | undefined
  empty: boolean
  demoCards: number | undefined
  /** Lets a script decide about moves on the main board, also where git is installed. */
  scriptedDemo?: boolean | undefined
}

const demoFileSchema = v.object({
  cards: v.nullable(v.number()),
  keys: v.array(v.object({ name: v.string(), secret: v.string() })),
  /** Until all of it is in the store. */
  isUnfinished: v.optional(v.boolean()),
})

type DemoFile = v.InferOutput<typeof demoFileSchema>

/**
 * Adds the demo to a new store. The secrets of its keys are in a file in the data directory that
 * only its owner can read, so that a later start can print the sign-in links, and can finish what a
 * killed one has begun.
 */
export async function openDemo(database: Database, options: OpenDemoOptions): Promise<Demo> {
  const { databaseUrl, data, demoCards, empty } = options
  const file = join(data, 'demo-keys.json')
  const known = databaseUrl === undefined ? readDemoFile(file) : undefined
  const isNew = !empty && !known && database.isNew && (await isEmpty(database))
  const demo = isNew ? beginDemo(file, demoCards) : known
  if (demoCards !== undefined && demo?.cards !== demoCards) {
    throw new DataDirectoryError(messages.usage.demoCardsOnExistingBoard(data, demoCards))
  }
  if (!demo) return { keys: [], isNew, repository: undefined }
  const repository = await openBoards(database, options, demo)
  if (demo.isUnfinished) writeDemoFile(file, { cards: demo.cards, keys: demo.keys })
  const keys = await workingKeys(new CredentialStore(database), demo.keys)
  return { keys, isNew, repository }
}

function beginDemo(file: string, demoCards: number | undefined): DemoFile {
  const demo = { cards: demoCards ?? null, keys: makeDemoKeys(), isUnfinished: true }
  writeDemoFile(file, demo)
  return demo
}

/** Returns the path of the repository behind the main board. */
async function openBoards(
  database: Database,
  { data, scriptedDemo }: OpenDemoOptions,
  { cards, keys, isUnfinished = false }: DemoFile,
): Promise<string | undefined> {
  if (isUnfinished) {
    await seedDemo(database, { cards: cards ?? undefined, now: new Date(), keys })
  }
  if (cards !== null || scriptedDemo) return undefined
  return openDemoRepository(database, data, isUnfinished)
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
