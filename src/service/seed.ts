import type { Kysely } from 'kysely'
import {
  type DemoCard,
  type DemoStage,
  generateCards,
  LABELS,
  LARGE_FLOW,
  MAIN_CARDS,
  MAIN_FLOW,
  PEOPLE,
  TEAM_FLOW,
  TEAM_TITLES,
} from './demo-content.ts'
import { CredentialStore } from './store/credential-store.ts'
import { nameKey } from './store/label-rows.ts'
import type { Tables } from './store/tables.ts'

/** A demo key with its secret, which exists only here and in the demo-keys file of the data directory. */
export interface DemoKey {
  name: string
  secret: string
}

const ORGANIZATION = 1
const MAIN_BOARD = 12
const TEAM_BOARD = 13
const LARGE_BOARD = 14
const LARGE_CARDS = 1_200

const KEYS: readonly { name: string; boards: Readonly<Record<number, string>> }[] = [
  { name: 'viewer', boards: { [MAIN_BOARD]: 'viewer' } },
  { name: 'member', boards: { [MAIN_BOARD]: 'member' } },
  { name: 'maintainer', boards: { [MAIN_BOARD]: 'maintainer' } },
  { name: 'everywhere', boards: { [MAIN_BOARD]: 'member', [TEAM_BOARD]: 'maintainer', [LARGE_BOARD]: 'member' } },
]

/** Has this store any board? */
export async function isEmpty(db: Kysely<Tables>): Promise<boolean> {
  return (await db.selectFrom('boards').select('id').limit(1).executeTakeFirst()) === undefined
}

/**
 * Fills an empty store with the demo: three boards of one organisation and four keys. With `cards`, the main board
 * holds that many generated cards in twelve columns instead of its sixty written ones.
 */
export async function seedDemo(db: Kysely<Tables>, { cards, now }: { cards?: number; now: Date }): Promise<DemoKey[]> {
  return db.transaction().execute(async (tx) => {
    const main = cards === undefined ? { flow: MAIN_FLOW, cards: MAIN_CARDS } : generated(cards)
    await seedBoard(tx, { id: MAIN_BOARD, projects: [31], now, ...main })
    await seedBoard(tx, { id: TEAM_BOARD, projects: [41, 42, 43], now, flow: TEAM_FLOW, cards: teamCards() })
    await seedBoard(tx, { id: LARGE_BOARD, projects: [51], now, ...generated(LARGE_CARDS) })
    return seedKeys(tx, now)
  })
}

function generated(count: number): { flow: readonly DemoStage[]; cards: readonly DemoCard[] } {
  return { flow: LARGE_FLOW, cards: generateCards(count, LARGE_FLOW.length) }
}

function teamCards(): DemoCard[] {
  return Array.from({ length: 24 }, (_, index) => ({
    title: TEAM_TITLES[index % TEAM_TITLES.length] ?? '',
    stage: (index * 3) % TEAM_FLOW.length,
    priority: index % 4 === 0 ? 'high' : 'medium',
    assignee: index % PEOPLE.length,
    labels: index % 2 ? ['customer'] : ['frontend'],
  }))
}

interface BoardSeed {
  id: number
  projects: readonly number[]
  flow: readonly DemoStage[]
  cards: readonly DemoCard[]
  now: Date
}

async function seedBoard(db: Kysely<Tables>, seed: BoardSeed): Promise<void> {
  const { id, projects, flow, cards } = seed
  await db
    .insertInto('boards')
    .values({ id, organization_id: ORGANIZATION, revision: 1, next_number: 101 + cards.length })
    .execute()
  await db
    .insertInto('projects')
    .values(projects.map((project) => ({ id: project, board_id: id })))
    .execute()
  await db
    .insertInto('stages')
    .values(
      flow.map((stage, position) => ({
        id: id * 100 + position + 1,
        board_id: id,
        name: stage.name,
        min_role: stage.minRole,
        position,
      })),
    )
    .execute()
  await db
    .insertInto('labels')
    .values(
      LABELS.map((label, index) => ({
        id: id * 100 + index + 1,
        board_id: id,
        ...label,
        name_key: nameKey(label.name),
      })),
    )
    .execute()
  const labelIds = new Map(LABELS.map((label, index) => [label.name, id * 100 + index + 1]))
  const at = seed.now.toISOString()
  const rows = cards.map((card, index) => ({
    id: id * 1_000_000 + index + 1,
    board_id: id,
    number: 101 + index,
    title: card.title,
    project_id: projects[index % projects.length] ?? 0,
    stage_id: id * 100 + card.stage + 1,
    position: index + 1,
    priority: card.priority,
    assignee_id: card.assignee === undefined ? null : 900 + card.assignee,
    assignee_name: card.assignee === undefined ? null : (PEOPLE[card.assignee] ?? null),
    blocked_reason: card.blocked && card.gate ? card.gate.words : null,
    blocked_code: card.blocked && card.gate ? card.gate.code : null,
    blocked_at: card.blocked ? at : null,
  }))
  const links = cards.flatMap((card, index) =>
    (card.labels ?? []).flatMap((name, position) => {
      const label_id = labelIds.get(name)
      return label_id === undefined ? [] : [{ card_id: id * 1_000_000 + index + 1, label_id, position }]
    }),
  )
  const facts = cards.flatMap((card, index) =>
    card.gate ? [{ card_id: id * 1_000_000 + index + 1, ...card.gate }] : [],
  )
  for (const some of chunks(rows)) await db.insertInto('cards').values(some).execute()
  for (const some of chunks(links)) await db.insertInto('card_labels').values(some).execute()
  for (const some of chunks(facts)) await db.insertInto('gate_facts').values(some).execute()
}

async function seedKeys(db: Kysely<Tables>, now: Date): Promise<DemoKey[]> {
  const credentials = new CredentialStore(db)
  const keys: DemoKey[] = []
  for (const { name, boards } of KEYS) {
    const roles = Object.entries(boards).map(([board, role]) => ({ boardId: Number(board), role }))
    const { secret } = await credentials.create({ name: `Demo ${name}`, scopes: ['read', 'write'], roles, now })
    keys.push({ name, secret })
  }
  return keys
}

function chunks<T>(items: readonly T[]): T[][] {
  const size = 100
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  )
}
