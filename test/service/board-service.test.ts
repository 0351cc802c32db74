import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readBoard } from '#contract/board.ts'
import { ENDPOINTS, type EndpointName, WORKSPACE_HEADER } from '#contract/endpoints.ts'
import { ACCESS } from '#service/authorise.ts'
import { createMemoryService, type MemoryService } from '#test/support/memory-service.ts'

let running: MemoryService

beforeEach(async () => {
  running = await createMemoryService()
})
afterEach(async () => {
  expect(running.faults).toEqual([])
  await running.close()
})

function call(method: string, path: string, key: string, body?: unknown, headers: Record<string, string> = {}) {
  return running.service.fetch(
    new Request(`http://board.test${path}`, {
      method,
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    }),
  )
}

async function cardOnServer(number: number) {
  const board = readBoard(await (await call('GET', '/v1/board', running.keys.viewer)).json())
  for (const column of board?.columns ?? []) {
    const index = column.cards.findIndex((card) => card.number === number)
    const card = column.cards[index]
    if (card) return { column: column.name, card, isLast: index === column.cards.length - 1 }
  }
  return undefined
}

const STATUS = { Queued: '1201', Building: '1202', Review: '1203', Verified: '1204', Staging: '1205', Released: '1206' }

describe('If-Match', () => {
  const write = (labelIds: string[], version: string) =>
    call('PATCH', '/v1/cards/101', running.keys.member, { labelIds }, { 'If-Match': version })
  const version = async () => (await call('GET', '/v1/board', running.keys.viewer)).headers.get('ETag') ?? ''

  test('writes on the version that was read, and on no older one', async () => {
    const seen = await version()
    expect((await write(['1201'], seen)).status).toBe(200)
    const late = await write(['1202'], seen)
    expect([late.status, (await late.json()).code]).toEqual([412, 'board_changed'])
    expect((await cardOnServer(101))?.card.labels).toEqual([{ id: '1201' }])
    expect((await write(['1202'], `W/${await version()}`)).status).toBe(200)
    expect((await write(['1203'], '*')).status).toBe(200)
    expect((await write([], '"something else"')).status).toBe(412)
  })

  test('that fails leaves no trace, not even a new version', async () => {
    const old = await version()
    await write(['1201'], old)
    const now = await version()
    await write(['1202'], old)
    expect(await version()).toBe(now)
  })

  test('of ten who write at once on one version lets one through', async () => {
    const seen = await version()
    const answers = await Promise.all(Array.from({ length: 10 }, (_, index) => write([String(1201 + index)], seen)))
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...Array(9).fill(412)])
  })
})

describe('promotion', () => {
  test.each([
    [106, 'Verified', 'checks_red', 'checks are red: unit-tests failed'],
    [107, 'Review', 'conflicts', 'branch has conflicts with main in src/storage/avatar.ts'],
    [108, 'Verified', 'nothing_to_merge', 'nothing to merge: the branch has no commits that main lacks'],
  ] as const)('of #%i to %s is refused: %s', async (number, to, refusal, reason) => {
    const before = await cardOnServer(number)
    const answer = await call('PATCH', `/v1/cards/${number}`, running.keys.maintainer, { statusId: STATUS[to] })
    expect(answer.status).toBe(409)
    expect(await answer.json()).toMatchObject({ code: 'promotion_refused', refusal, reason, detail: reason })
    const after = await cardOnServer(number)
    expect(after?.column).toBe(before?.column)
    expect(after?.card.blocked).toEqual({ reason })
  })

  test('that passes puts the card last and clears the block', async () => {
    await running.db.deleteFrom('gate_facts').execute()
    const answer = await call('PATCH', '/v1/cards/115', running.keys.maintainer, { statusId: STATUS.Verified })
    expect(answer.status).toBe(200)
    const after = await cardOnServer(115)
    expect(after).toMatchObject({ column: 'Verified', isLast: true, card: { blocked: null } })
  })

  test('back is no promotion: it is allowed by role and clears nothing', async () => {
    const answer = await call('PATCH', '/v1/cards/115', running.keys.member, { statusId: STATUS.Queued })
    expect(answer.status).toBe(200)
    const after = await cardOnServer(115)
    expect(after?.column).toBe('Queued')
    expect(after?.card.blocked).not.toBeNull()
  })

  test('into the column where the card stands changes nothing', async () => {
    const etag = (await call('GET', '/v1/board', running.keys.viewer)).headers.get('ETag') ?? ''
    const answer = await call('PATCH', '/v1/cards/101', running.keys.member, { statusId: STATUS.Queued })
    expect(answer.status).toBe(200)
    expect((await cardOnServer(101))?.isLast).toBe(false)
    expect(etag).not.toBe('')
  })

  test('with labels: when the move is refused, the labels stay too', async () => {
    const before = await cardOnServer(106)
    await call('PATCH', '/v1/cards/106', running.keys.maintainer, { statusId: STATUS.Verified, labelIds: [] })
    expect((await cardOnServer(106))?.card.labels).toEqual(before?.card.labels)
  })
})

describe('two movers at once', () => {
  test('each card ends in one column, the one of an accepted move', async () => {
    const targets = [STATUS.Building, STATUS.Review, STATUS.Verified, STATUS.Queued]
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, index) =>
        call('PATCH', '/v1/cards/101', running.keys.maintainer, { statusId: targets[index % 4] }),
      ),
    )
    expect(answers.every((answer) => answer.status === 200 || answer.status === 409)).toBe(true)
    const board = readBoard(await (await call('GET', '/v1/board', running.keys.viewer)).json())
    const places = board?.columns.filter((column) => column.cards.some((card) => card.number === 101))
    expect(places?.length).toBe(1)
  })
})

describe('boards and projects', () => {
  test('nothing of another board is reached by its id', async () => {
    const onTeam = { [WORKSPACE_HEADER]: '13' }
    const label = await call('PATCH', '/v1/labels/1201', running.keys.everywhere, { name: 'stolen' }, onTeam)
    expect(label.status).toBe(404)
    const labelIds = await call('PATCH', '/v1/cards/101', running.keys.everywhere, { labelIds: ['1201'] }, onTeam)
    expect(labelIds.status).toBe(400)
    const move = await call('PATCH', '/v1/cards/101', running.keys.everywhere, { statusId: '1202' }, onTeam)
    expect(move.status).toBe(400)
  })

  test('a board with several projects asks which one and lists them', async () => {
    const onTeam = { [WORKSPACE_HEADER]: '13' }
    const none = await call('GET', '/v1/board', running.keys.everywhere, undefined, onTeam)
    expect(none.status).toBe(400)
    expect(await none.json()).toMatchObject({ code: 'project_required', projectIds: ['41', '42', '43'] })
    const one = await call('GET', '/v1/board?projectId=42', running.keys.everywhere, undefined, onTeam)
    const board = readBoard(await one.json())
    const projects = new Set(board?.columns.flatMap((column) => column.cards.map((card) => card.projectId)))
    expect([...projects]).toEqual(['42'])
    const unknown = await call('GET', '/v1/board?projectId=31', running.keys.everywhere, undefined, onTeam)
    expect(unknown.status).toBe(404)
  })

  test('several boards: the error lists exactly the ids that the header accepts', async () => {
    const answer = await call('GET', '/v1/board', running.keys.everywhere)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ code: 'workspace_required', workspaceIds: ['12', '13', '14'] })
  })
})

describe('access, for every endpoint and role', () => {
  const samples: Readonly<Record<EndpointName, { path: string; body?: unknown }>> = {
    me: { path: '/v1/me' },
    board: { path: '/v1/board' },
    listLabels: { path: '/v1/labels' },
    createLabel: { path: '/v1/labels', body: { name: 'matrix' } },
    patchLabel: { path: '/v1/labels/1201', body: { name: 'matrix' } },
    deleteLabel: { path: '/v1/labels/1201' },
    patchCard: { path: '/v1/cards/101', body: { labelIds: [] } },
  }
  const allowed: Readonly<Record<EndpointName, readonly string[]>> = {
    me: ['viewer', 'member', 'maintainer'],
    board: ['viewer', 'member', 'maintainer'],
    listLabels: ['viewer', 'member', 'maintainer'],
    createLabel: ['member', 'maintainer'],
    patchLabel: ['member', 'maintainer'],
    deleteLabel: ['maintainer'],
    patchCard: ['member', 'maintainer'],
  }
  const names = Object.keys(ENDPOINTS) as EndpointName[]
  const rows = names.flatMap((name) =>
    (['viewer', 'member', 'maintainer'] as const).map((role) => [name, role] as const),
  )

  test('no route is without a row', () => {
    expect(Object.keys(ACCESS).sort()).toEqual([...names].sort())
    const routes = running.service.routes.filter((route) => route.path !== '/*' && route.method !== 'ALL')
    const known = new Set(names.map((name) => `${ENDPOINTS[name].method} ${ENDPOINTS[name].path}`))
    expect(new Set(routes.map((route) => `${route.method} ${route.path}`))).toEqual(known)
  })

  test.each(rows)('%s as %s', async (name, role) => {
    const { path, body } = samples[name]
    const answer = await call(ENDPOINTS[name].method, path, running.keys[role], body)
    expect(answer.ok).toBe(allowed[name].includes(role))
    if (!answer.ok) expect(answer.status).toBe(403)
  })

  test.each(names)('%s with a key that only reads', async (name) => {
    const key = await running.makeKey({ 12: 'maintainer' }, ['read'])
    const { path, body } = samples[name]
    const answer = await call(ENDPOINTS[name].method, path, key, body)
    expect(answer.status).toBe(ACCESS[name].scope === 'read' ? 200 : 403)
  })
})

describe('bad input', () => {
  test.each([
    ['not JSON', '{', 400],
    ['too large', JSON.stringify({ name: 'x'.repeat(70_000) }), 413],
    ['too deep', `{"name":${'['.repeat(30)}${']'.repeat(30)}}`, 400],
    ['an unknown field', '{"name":"x","hex":"#fff"}', 400],
    ['a name that is too long', JSON.stringify({ name: 'x'.repeat(121) }), 400],
    ['an array', '[]', 400],
  ])('%s is refused and nothing is made', async (_, body, status) => {
    const answer = await call('POST', '/v1/labels', running.keys.member, body)
    expect(answer.status).toBe(status)
    const labels: unknown[] = await (await call('GET', '/v1/labels', running.keys.member)).json()
    expect(labels).toHaveLength(12)
  })
  test('a body that does not say that it is JSON is refused', async () => {
    const answer = await call(
      'POST',
      '/v1/labels',
      running.keys.member,
      { name: 'x' },
      { 'Content-Type': 'text/plain' },
    )
    expect(answer.status).toBe(400)
  })
  test('an unknown colour is answered with the palette', async () => {
    const answer = await call('POST', '/v1/labels', running.keys.member, { name: 'x', color: 'mauve' })
    expect((await answer.json()).detail).toContain('indigo')
  })
  test('a name that differs in case alone is taken', async () => {
    const answer = await call('POST', '/v1/labels', running.keys.member, { name: 'BUG' })
    expect(answer.status).toBe(409)
    expect(await answer.json()).toMatchObject({ code: 'label_exists' })
  })
  test('paths and methods that are not the interface’s', async () => {
    expect((await call('GET', '/v1/backlog', running.keys.member)).status).toBe(404)
    const put = await call('PUT', '/v1/labels', running.keys.member, {})
    expect(put.status).toBe(405)
    expect(put.headers.get('Allow')).toBe('GET, POST')
  })
  test('an error never repeats the key', async () => {
    const answer = await call('GET', '/v1/me', 'kbs_secretsecret')
    expect(await answer.text()).not.toContain('secretsecret')
  })
})

test('more writes than the limit are put off, by the credential, until the minute has passed', async () => {
  let now = 1_000_000
  const limited = await createMemoryService({ writesPerMinute: 2, clock: () => now })
  const write = (key: string) =>
    limited.service.fetch(
      new Request('http://board.test/v1/cards/101', {
        method: 'PATCH',
        headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
        body: '{"labelIds":[]}',
      }),
    )
  expect((await write(limited.keys.member)).status).toBe(200)
  now += 20_000
  expect((await write(limited.keys.member)).status).toBe(200)
  const third = await write(limited.keys.member)
  expect(third.status).toBe(429)
  expect(third.headers.get('Retry-After')).toBe('40')
  expect((await write(limited.keys.maintainer)).status).toBe(200)
  now += 40_000
  expect((await write(limited.keys.member)).status).toBe(200)
  await limited.close()
})

test('another page’s origin is let in only when it is listed', async () => {
  const open = await createMemoryService({ cors: ['https://page.example'] })
  const ask = (origin: string) =>
    open.service.fetch(
      new Request('http://board.test/v1/me', {
        headers: { Origin: origin, Authorization: `Bearer ${open.keys.viewer}` },
      }),
    )
  expect((await ask('https://page.example')).headers.get('Access-Control-Allow-Origin')).toBe('https://page.example')
  expect((await ask('https://evil.example')).headers.get('Access-Control-Allow-Origin')).toBeNull()
  await open.close()
})
