import { readFileSync } from 'node:fs'
import { type BoardFile, parseBoardFile } from '../boards/board-file.ts'
import type { FixedIds } from '../boards/change-board.ts'
import { importNewBoard } from '../boards/transfer-board.ts'
import type { WriteContext } from '../store/board-writer.ts'
import { CredentialStore } from '../store/credential-store.ts'
import type { Database } from '../store/open-database.ts'
import { generateBoard } from './generate-board.ts'

/** The secret is stored only in the demo-keys file of the data directory. */
export interface DemoKey {
  name: string
  secret: string
}

const MAIN: FixedIds = { board: 12, projects: [31] }
const TEAM: FixedIds = { board: 13, projects: [41, 42, 43] }
const LARGE: FixedIds = { board: 14, projects: [51] }
const LARGE_CARD_COUNT = 1_200

const KEYS: readonly { name: string; boards: Readonly<Record<number, string>> }[] = [
  { name: 'viewer', boards: { [MAIN.board]: 'viewer' } },
  { name: 'member', boards: { [MAIN.board]: 'member' } },
  { name: 'maintainer', boards: { [MAIN.board]: 'maintainer' } },
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

/**
 * Adds the demo to an empty store: three boards of one organization, and four keys. `cards`
 * replaces the 60 handwritten cards of the main board with this number of generated cards in 12
 * columns.
 */
export async function seedDemo(
  database: Database,
  { cards, now }: { cards?: number | undefined; now: Date },
): Promise<DemoKey[]> {
  const context = { actor: 'operator', now }
  const main = cards === undefined ? readBoardFile('main-board.json') : generateBoard('Main', cards)
  await importNewBoard(database, context, main, MAIN)
  await importNewBoard(database, context, readBoardFile('team-board.json'), TEAM)
  await importNewBoard(database, context, generateBoard('Large', LARGE_CARD_COUNT), LARGE)
  return createKeys(database, context)
}

/** A file in this folder. `npm run board -- import` reads it too. */
function readBoardFile(name: string): BoardFile {
  return parseBoardFile(readFileSync(new URL(name, import.meta.url), 'utf8'), name)
}

async function createKeys(database: Database, context: WriteContext): Promise<DemoKey[]> {
  const credentials = new CredentialStore(database)
  const keys: DemoKey[] = []
  for (const { name, boards } of KEYS) {
    const roles = Object.entries(boards).map(([board, role]) => ({ boardId: Number(board), role }))
    const newKey = { name: `Demo ${name}`, scopes: ['read', 'write'], roles }
    const { secret } = await credentials.create(newKey, context)
    keys.push({ name, secret })
  }
  return keys
}
