import { readFileSync } from 'node:fs'
import { type BoardFile, parseBoardFile } from '../boards/board-file.ts'
import type { FixedIds } from '../boards/change-board.ts'
import { importNewBoard } from '../boards/transfer-board.ts'
import { CredentialStore } from '../store/credential-store.ts'
import type { Database } from '../store/open-database.ts'
import { makeSecret } from '../store/secrets.ts'
import type { WriteContext } from '../store/write-context.ts'
import { generateBoard } from './generate-board.ts'

/** The secret is stored only in the demo-keys file of the data directory. */
export interface DemoKey {
  name: string
  secret: string
}

const MAIN: FixedIds = { board: 12, projects: [31] }
export const MAIN_BOARD = MAIN.board

/** The handwritten cards of the main board. */
export function readMainBoard(): BoardFile {
  return readBoardFile('main-board.json')
}

const TEAM: FixedIds = { board: 13, projects: [41, 42, 43] }
const LARGE: FixedIds = { board: 14, projects: [51] }
const LARGE_CARD_COUNT = 1_200

const KEYS: readonly { name: string; boards: Readonly<Record<number, string>> }[] = [
  // The first link that a person opens should be the one that can do the most.
  { name: 'maintainer', boards: { [MAIN.board]: 'maintainer' } },
  { name: 'member', boards: { [MAIN.board]: 'member' } },
  { name: 'viewer', boards: { [MAIN.board]: 'viewer' } },
  {
    name: 'everywhere',
    boards: { [MAIN.board]: 'member', [TEAM.board]: 'maintainer', [LARGE.board]: 'member' },
  },
]

/** True when the store has no boards. */
export async function isEmpty({ reader }: Database): Promise<boolean> {
  const board = await reader.selectFrom('boards').select('id').limit(1).executeTakeFirst()
  return board === undefined
}

export interface DemoOptions {
  /** Replaces the 60 handwritten cards of the main board by generated ones in 12 columns. */
  cards?: number | undefined
  now: Date
  /** From `makeDemoKeys`. */
  keys?: readonly DemoKey[]
}

/** Keys that `seedDemo` will add. */
export function makeDemoKeys(): DemoKey[] {
  return KEYS.map(({ name }) => ({ name, secret: makeSecret() }))
}

/**
 * Adds the demo to a store: three boards of one organization, and four keys. What an earlier run
 * with the same keys has added before it was killed stays.
 */
export async function seedDemo(
  database: Database,
  { cards, now, keys = makeDemoKeys() }: DemoOptions,
): Promise<readonly DemoKey[]> {
  const context = { actor: 'operator', now }
  const readMain = () =>
    cards === undefined ? readMainBoard() : generateBoard('Storefront', cards)
  const boards: [FixedIds, () => BoardFile][] = [
    [MAIN, readMain],
    [TEAM, () => readBoardFile('team-board.json')],
    [LARGE, () => generateBoard('Large board', LARGE_CARD_COUNT)],
  ]
  const known = new Set(await boardIds(database))
  for (const [ids, read] of boards) {
    if (!known.has(ids.board)) await importNewBoard(database, context, read(), ids)
  }
  await addKeys(new CredentialStore(database), context, keys)
  return keys
}

async function boardIds({ reader }: Database): Promise<number[]> {
  const boards = await reader.selectFrom('boards').select('id').execute()
  return boards.map(({ id }) => id)
}

/** A file in this folder. `npm run board -- import` reads it too. */
function readBoardFile(name: string): BoardFile {
  return parseBoardFile(readFileSync(new URL(name, import.meta.url), 'utf8'), name)
}

async function addKeys(
  credentials: CredentialStore,
  context: WriteContext,
  keys: readonly DemoKey[],
): Promise<void> {
  for (const { name, boards } of KEYS) {
    const secret = keys.find((key) => key.name === name)?.secret
    if (secret === undefined || (await credentials.exists(secret, context.now))) continue
    const roles = Object.entries(boards).map(([board, role]) => ({ boardId: Number(board), role }))
    const newKey = { name: `Demo ${name}`, scopes: ['read', 'write'], roles, secret }
    await credentials.create(newKey, context)
  }
}
