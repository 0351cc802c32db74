import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENDPOINTS, type EndpointName, WORKSPACE_HEADER } from '#contract/endpoints.ts'
import { ROLE_ORDER } from '#model/permissions.ts'
import { createMemoryService, type MemoryService } from '#test/support/memory-service.ts'

/** Independent of the code that decides: the interface says it in sections 4 and 5.4. */
const LOWEST_ROLE: Readonly<Record<EndpointName, string>> = {
  me: 'viewer',
  board: 'viewer',
  boardActivity: 'viewer',
  listLabels: 'viewer',
  createLabel: 'member',
  patchLabel: 'member',
  deleteLabel: 'maintainer',
  patchCard: 'member',
}
const WRITES: readonly EndpointName[] = ['createLabel', 'patchLabel', 'deleteLabel', 'patchCard']

const SCOPES = ['read', 'read and write'] as const
const BOARDS = ['own board', 'several boards', 'no board header', 'other board'] as const
const IDS = ['own ids', 'ids of another board', 'ids that do not exist'] as const

type Ids = (typeof IDS)[number]

/** Board 12 has labels 1201… and cards 101…; board 13 has labels 1301… and columns 1301…. */
const LABEL: Readonly<Record<Ids, string>> = {
  'own ids': '1201',
  'ids of another board': '1301',
  'ids that do not exist': '999999',
}
const NUMBER: Readonly<Record<Ids, string>> = {
  'own ids': '101',
  // Only the board 14 has it.
  'ids of another board': '900',
  'ids that do not exist': '99999',
}
const COLUMN: Readonly<Record<Ids, string>> = {
  'own ids': '1202',
  'ids of another board': '1302',
  'ids that do not exist': '999999',
}

let running: MemoryService
const keys = new Map<string, string>()

beforeAll(async () => {
  running = await createMemoryService()
  for (const role of ROLE_ORDER) {
    for (const scope of SCOPES) {
      const scopes = scope === 'read' ? ['read'] : ['read', 'write']
      keys.set(`${role} ${scope} one`, await running.makeKey({ 12: role }, scopes))
      // More rights on another board give none on this one.
      keys.set(`${role} ${scope} several`, await running.makeKey({ 12: role, 13: 'owner' }, scopes))
    }
  }
})
afterAll(() => running.close())

interface Case {
  endpoint: EndpointName
  role: string
  scope: (typeof SCOPES)[number]
  board: (typeof BOARDS)[number]
  ids: Ids
}

const CASES: Case[] = (Object.keys(ENDPOINTS) as EndpointName[]).flatMap((endpoint) =>
  ROLE_ORDER.flatMap((role) =>
    SCOPES.flatMap((scope) =>
      BOARDS.flatMap((board) => IDS.map((ids) => ({ endpoint, role, scope, board, ids }))),
    ),
  ),
)

function request({ endpoint, role, scope, board, ids }: Case): Request {
  const isSeveral = board === 'several boards' || board === 'no board header'
  const key = keys.get(`${role} ${scope} ${isSeveral ? 'several' : 'one'}`)
  const { method, path } = ENDPOINTS[endpoint]
  const headers = new Headers({
    Authorization: `Bearer ${key}`,
    'Content-Type': 'application/json',
  })
  if (board === 'several boards') headers.set(WORKSPACE_HEADER, '12')
  if (board === 'other board') headers.set(WORKSPACE_HEADER, '14')
  const url = `http://board.test${path.replace(':labelId', LABEL[ids]).replace(':number', NUMBER[ids])}`
  const body = bodyOf(endpoint, ids)
  return new Request(url, { method, headers, body: body ? JSON.stringify(body) : null })
}

/** Nothing that a request changes makes a later one fail: each leaves the board as it was. */
function bodyOf(endpoint: EndpointName, ids: Ids): object | undefined {
  switch (endpoint) {
    case 'createLabel':
      return { name: 'bug' }
    case 'patchLabel':
      return { name: 'bug' }
    case 'patchCard':
      return ids === 'own ids' ? { labelIds: ['1202'] } : { labelIds: [LABEL[ids]] }
    default:
      return undefined
  }
}

/** The statuses that the interface allows for a case. */
function expectedStatus({ endpoint, role, scope, board, ids }: Case): number[] {
  if (scope === 'read' && WRITES.includes(endpoint)) return [403]
  if (endpoint === 'me') return [200]
  if (board === 'other board') return [404]
  if (board === 'no board header') return [400]
  const isAllowed =
    ROLE_ORDER.indexOf(role as never) >= ROLE_ORDER.indexOf(LOWEST_ROLE[endpoint] as never)
  if (endpoint === 'patchCard' && ids !== 'own ids') return [404]
  if (!isAllowed) return [403]
  if (endpoint === 'createLabel') return [409]
  if (ids === 'own ids') return endpoint === 'deleteLabel' ? [204] : [200]
  return endpoint === 'patchLabel' || endpoint === 'deleteLabel' ? [404] : [200]
}

async function labelIds(): Promise<string[]> {
  const key = keys.get('owner read one')
  const headers = { Authorization: `Bearer ${key}` }
  const response = await running.service.fetch(new Request('http://x/v1/labels', { headers }))
  return (await response.json()).map((label: { id: string }) => label.id)
}

describe(`${CASES.length} requests: each endpoint × role × scope × board × ids`, () => {
  test.each(Object.keys(ENDPOINTS) as EndpointName[])('%s', async (endpoint) => {
    const wrong: string[] = []
    for (const one of CASES.filter((candidate) => candidate.endpoint === endpoint)) {
      const response = await running.service.fetch(request(one))
      const expected = expectedStatus(one)
      if (!expected.includes(response.status)) {
        wrong.push(`${Object.values(one).join(', ')}: ${response.status}, not ${expected}`)
      }
      if (endpoint === 'deleteLabel' && response.status === 204) await restoreLabel()
    }
    expect(wrong).toEqual([])
    expect(await labelIds()).toHaveLength(12)
  })
})

async function restoreLabel(): Promise<void> {
  const row = { id: 1_201, board_id: 12, name: 'bug', name_key: 'bug', color: 'red' }
  const created = { created_at: '2026-01-05T09:00:00.000Z', created_by: 'operator' }
  await running.db
    .insertInto('labels')
    .values({ ...row, ...created })
    .execute()
}

describe('a column needs its own role', () => {
  const columns = [
    { id: '1202', minRole: 'member' },
    { id: '1205', minRole: 'maintainer' },
  ]
  const cases = columns.flatMap((column) => ROLE_ORDER.map((role) => ({ ...column, role })))

  test.each(cases)('a move into $id ($minRole) as $role', async ({ id, minRole, role }) => {
    const headers = {
      Authorization: `Bearer ${keys.get(`${role} read and write one`)}`,
      'Content-Type': 'application/json',
    }
    const move = (statusId: string) => {
      const body = JSON.stringify({ statusId })
      const url = 'http://x/v1/cards/102'
      return running.service.fetch(new Request(url, { method: 'PATCH', headers, body }))
    }
    const response = await move(id)
    const isAllowed = ROLE_ORDER.indexOf(role) >= ROLE_ORDER.indexOf(minRole as never)
    expect(response.status).toBe(isAllowed ? 200 : 403)
    if (!isAllowed)
      expect(await response.json()).toMatchObject({ code: 'role_too_low', neededRole: minRole })
    await move('1201')
  })

  test.each(IDS.slice(1))('a column with %s is not on the board', async (ids) => {
    const headers = {
      Authorization: `Bearer ${keys.get('owner read and write one')}`,
      'Content-Type': 'application/json',
    }
    const body = JSON.stringify({ statusId: COLUMN[ids] })
    const response = await running.service.fetch(
      new Request('http://x/v1/cards/101', { method: 'PATCH', headers, body }),
    )
    expect(response.status).toBe(400)
  })
})
