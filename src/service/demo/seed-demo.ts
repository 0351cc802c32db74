import type { Kysely } from 'kysely'
import { CredentialStore } from '../store/credential-store.ts'
import { nameKey } from '../store/label-rows.ts'
import type { Tables } from '../store/tables.ts'
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

/** The secret is stored only in the demo-keys file of the data directory. */
export interface DemoKey {
  name: string
  secret: string
}

const ORGANIZATION = 1
const MAIN_BOARD = 12
const TEAM_BOARD = 13
const LARGE_BOARD = 14
const LARGE_CARD_COUNT = 1_200

const KEYS: readonly { name: string; boards: Readonly<Record<number, string>> }[] = [
  { name: 'viewer', boards: { [MAIN_BOARD]: 'viewer' } },
  { name: 'member', boards: { [MAIN_BOARD]: 'member' } },
  { name: 'maintainer', boards: { [MAIN_BOARD]: 'maintainer' } },
  {
    name: 'everywhere',
    boards: { [MAIN_BOARD]: 'member', [TEAM_BOARD]: 'maintainer', [LARGE_BOARD]: 'member' },
  },
]

/** True when the store has no boards. */
export async function isEmpty(db: Kysely<Tables>): Promise<boolean> {
  return (await db.selectFrom('boards').select('id').limit(1).executeTakeFirst()) === undefined
}

/**
 * Adds the demo to an empty store: three boards of one organization, and four keys. `cards`
 * replaces the 60 handwritten cards of the main board with this number of generated cards in 12
 * columns.
 */
export async function seedDemo(
  db: Kysely<Tables>,
  { cards, now }: { cards?: number; now: Date },
): Promise<DemoKey[]> {
  return db.transaction().execute(async (tx) => {
    const main = cards === undefined ? { flow: MAIN_FLOW, cards: MAIN_CARDS } : generateBoard(cards)
    await seedBoard(tx, { id: MAIN_BOARD, projects: [31], now, ...main })
    await seedBoard(tx, {
      id: TEAM_BOARD,
      projects: [41, 42, 43],
      now,
      flow: TEAM_FLOW,
      cards: teamCards(),
    })
    await seedBoard(tx, {
      id: LARGE_BOARD,
      projects: [51],
      now,
      ...generateBoard(LARGE_CARD_COUNT),
    })
    return seedKeys(tx, now)
  })
}

function generateBoard(count: number): { flow: readonly DemoStage[]; cards: readonly DemoCard[] } {
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
  await insertInChunks(cardRows(seed), (rows) => db.insertInto('cards').values(rows).execute())
  await insertInChunks(cardLabelRows(seed), (rows) =>
    db.insertInto('card_labels').values(rows).execute(),
  )
  await insertInChunks(gateFactRows(seed), (rows) =>
    db.insertInto('gate_facts').values(rows).execute(),
  )
}

function cardRows({ id, projects, cards, now }: BoardSeed) {
  return cards.map((card, index) => ({
    id: cardId(id, index),
    board_id: id,
    number: 101 + index,
    title: card.title,
    project_id: projects[index % projects.length] ?? 0,
    stage_id: id * 100 + card.stage + 1,
    position: index + 1,
    priority: card.priority,
    ...assigneeFields(card),
    ...blockedFields(card, now),
  }))
}

function assigneeFields({ assignee }: DemoCard) {
  if (assignee === undefined) return { assignee_id: null, assignee_name: null }
  return { assignee_id: 900 + assignee, assignee_name: PEOPLE[assignee] ?? null }
}

function blockedFields({ blocked, gate }: DemoCard, now: Date) {
  if (!blocked) return { blocked_reason: null, blocked_code: null, blocked_at: null }
  return {
    blocked_reason: gate?.reason ?? null,
    blocked_code: gate?.code ?? null,
    blocked_at: now.toISOString(),
  }
}

function cardLabelRows({ id, cards }: BoardSeed) {
  const labelIds = new Map(LABELS.map((label, index) => [label.name, id * 100 + index + 1]))
  return cards.flatMap((card, index) =>
    (card.labels ?? []).flatMap((name, position) => {
      const label_id = labelIds.get(name)
      return label_id === undefined ? [] : [{ card_id: cardId(id, index), label_id, position }]
    }),
  )
}

function gateFactRows({ id, cards }: BoardSeed) {
  return cards.flatMap(({ gate }, index) =>
    gate ? [{ card_id: cardId(id, index), code: gate.code, words: gate.reason }] : [],
  )
}

function cardId(boardId: number, index: number): number {
  return boardId * 1_000_000 + index + 1
}

async function seedKeys(db: Kysely<Tables>, now: Date): Promise<DemoKey[]> {
  const credentials = new CredentialStore(db)
  const keys: DemoKey[] = []
  for (const { name, boards } of KEYS) {
    const roles = Object.entries(boards).map(([board, role]) => ({ boardId: Number(board), role }))
    const { secret } = await credentials.create({
      name: `Demo ${name}`,
      scopes: ['read', 'write'],
      roles,
      now,
    })
    keys.push({ name, secret })
  }
  return keys
}

/** A statement can have only so many parameters. */
async function insertInChunks<T>(
  rows: readonly T[],
  insert: (rows: readonly T[]) => Promise<unknown>,
): Promise<void> {
  const size = 100
  for (let start = 0; start < rows.length; start += size) {
    await insert(rows.slice(start, start + size))
  }
}
