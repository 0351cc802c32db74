import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ENDPOINTS, type EndpointName, WORKSPACE_HEADER } from '#contract/endpoints.ts'
import { readBoard } from '#contract/readers/read-board.ts'
import { ACCESS } from '#service/api/authorize.ts'
import { createMemoryService, type MemoryService } from '#test/support/memory-service.ts'

let running: MemoryService

beforeEach(async () => {
  running = await createMemoryService()
})
afterEach(async () => {
  expect(running.faults).toEqual([])
  await running.close()
})

function call(
  method: string,
  path: string,
  key: string,
  body?: unknown,
  headers: Record<string, string> = {},
) {
  return running.service.fetch(
    new Request(`http://board.test${path}`, {
      method,
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', ...headers },
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
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

const STATUS = {
  Queued: '1201',
  Building: '1202',
  Review: '1203',
  Verified: '1204',
  Staging: '1205',
  Released: '1206',
}

describe('If-Match', () => {
  const write = (labelIds: string[], version: string) =>
    call('PATCH', '/v1/cards/101', running.keys.member, { labelIds }, { 'If-Match': version })
  const version = async () =>
    (await call('GET', '/v1/board', running.keys.viewer)).headers.get('ETag') ?? ''

  test('accepts a write when the version is current, and returns 412 when it is older', async () => {
    const currentVersion = await version()
    expect((await write(['1201'], currentVersion)).status).toBe(200)
    const staleWrite = await write(['1202'], currentVersion)
    expect([staleWrite.status, (await staleWrite.json()).code]).toEqual([412, 'board_changed'])
    expect((await cardOnServer(101))?.card.labels).toEqual([{ id: '1201' }])
    expect((await write(['1202'], `W/${await version()}`)).status).toBe(412)
    expect((await write(['1202'], `"x", ${await version()}`)).status).toBe(200)
    expect((await write(['1203'], '*')).status).toBe(200)
    expect((await write([], '"something else"')).status).toBe(412)
  })

  test('changes nothing, not even the version, when it does not match', async () => {
    const old = await version()
    await write(['1201'], old)
    const now = await version()
    await write(['1202'], old)
    expect(await version()).toBe(now)
  })

  test('accepts exactly one of ten concurrent writes with the same version', async () => {
    const currentVersion = await version()
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, index) => write([String(1201 + index)], currentVersion)),
    )
    expect(responses.map((response) => response.status).sort()).toEqual([
      200,
      ...Array(9).fill(412),
    ])
  })
})

describe('PATCH /v1/cards/{number}', () => {
  test.each([
    [106, 'Verified', 'checks_red', 'checks are red: unit-tests failed'],
    [107, 'Review', 'conflicts', 'branch has conflicts with main in src/storage/avatar.ts'],
    [
      108,
      'Verified',
      'nothing_to_merge',
      'nothing to merge: the branch has no commits that main lacks',
    ],
  ] as const)(
    'refuses to promote #%i to %s with the code %s',
    async (number, to, refusal, reason) => {
      const before = await cardOnServer(number)
      const response = await call('PATCH', `/v1/cards/${number}`, running.keys.maintainer, {
        statusId: STATUS[to],
      })
      expect(response.status).toBe(409)
      expect(await response.json()).toMatchObject({
        code: 'promotion_refused',
        refusal,
        reason,
        detail: reason,
      })
      const after = await cardOnServer(number)
      expect(after?.column).toBe(before?.column)
      expect(after?.card.blocked).toEqual({ reason, code: refusal })
    },
  )

  test('puts the card last in its column and clears the blocked flag when a promotion is accepted', async () => {
    await running.db.deleteFrom('gate_facts').execute()
    const response = await call('PATCH', '/v1/cards/115', running.keys.maintainer, {
      statusId: STATUS.Verified,
    })
    expect(response.status).toBe(200)
    const after = await cardOnServer(115)
    expect(after).toMatchObject({ column: 'Verified', isLast: true, card: { blocked: null } })
  })

  test('checks only the role and keeps the blocked flag when a card moves to an earlier column', async () => {
    const response = await call('PATCH', '/v1/cards/115', running.keys.member, {
      statusId: STATUS.Queued,
    })
    expect(response.status).toBe(200)
    const after = await cardOnServer(115)
    expect(after?.column).toBe('Queued')
    expect(after?.card.blocked).not.toBeNull()
  })

  test('changes nothing when the card is already in the column', async () => {
    const etag = (await call('GET', '/v1/board', running.keys.viewer)).headers.get('ETag') ?? ''
    const response = await call('PATCH', '/v1/cards/101', running.keys.member, {
      statusId: STATUS.Queued,
    })
    expect(response.status).toBe(200)
    expect((await cardOnServer(101))?.isLast).toBe(false)
    expect(etag).not.toBe('')
  })

  test('leaves the labels unchanged when the move in the same request is refused', async () => {
    const before = await cardOnServer(106)
    await call('PATCH', '/v1/cards/106', running.keys.maintainer, {
      statusId: STATUS.Verified,
      labelIds: [],
    })
    expect((await cardOnServer(106))?.card.labels).toEqual(before?.card.labels)
  })
})

describe('concurrent moves of one card', () => {
  test('leave the card in exactly one column', async () => {
    const targets = [STATUS.Building, STATUS.Review, STATUS.Verified, STATUS.Queued]
    const responses = await Promise.all(
      Array.from({ length: 24 }, (_, index) =>
        call('PATCH', '/v1/cards/101', running.keys.maintainer, { statusId: targets[index % 4] }),
      ),
    )
    expect(responses.every((response) => response.status === 200 || response.status === 409)).toBe(
      true,
    )
    const board = readBoard(await (await call('GET', '/v1/board', running.keys.viewer)).json())
    const columnsWithCard = board?.columns.filter((column) =>
      column.cards.some((card) => card.number === 101),
    )
    expect(columnsWithCard?.length).toBe(1)
  })
})

describe('boards and projects', () => {
  test('an id from another board is rejected', async () => {
    const teamBoardHeaders = { [WORKSPACE_HEADER]: '13' }
    const label = await call(
      'PATCH',
      '/v1/labels/1201',
      running.keys.everywhere,
      { name: 'stolen' },
      teamBoardHeaders,
    )
    expect(label.status).toBe(404)
    const labelIds = await call(
      'PATCH',
      '/v1/cards/101',
      running.keys.everywhere,
      { labelIds: ['1201'] },
      teamBoardHeaders,
    )
    expect(labelIds.status).toBe(400)
    const move = await call(
      'PATCH',
      '/v1/cards/101',
      running.keys.everywhere,
      { statusId: '1202' },
      teamBoardHeaders,
    )
    expect(move.status).toBe(400)
  })

  test('a board with several projects returns project_required with the project ids when the project is missing', async () => {
    const teamBoardHeaders = { [WORKSPACE_HEADER]: '13' }
    const withoutProject = await call(
      'GET',
      '/v1/board',
      running.keys.everywhere,
      undefined,
      teamBoardHeaders,
    )
    expect(withoutProject.status).toBe(400)
    expect(await withoutProject.json()).toMatchObject({
      code: 'project_required',
      projectIds: ['41', '42', '43'],
    })
    const withProject = await call(
      'GET',
      '/v1/board?projectId=42',
      running.keys.everywhere,
      undefined,
      teamBoardHeaders,
    )
    const board = readBoard(await withProject.json())
    const projects = new Set(
      board?.columns.flatMap((column) => column.cards.map((card) => card.projectId)),
    )
    expect([...projects]).toEqual(['42'])
    const unknownProject = await call(
      'GET',
      '/v1/board?projectId=31',
      running.keys.everywhere,
      undefined,
      teamBoardHeaders,
    )
    expect(unknownProject.status).toBe(404)
  })

  test('a key with several boards gets workspace_required with the ids that the header accepts', async () => {
    const response = await call('GET', '/v1/board', running.keys.everywhere)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      code: 'workspace_required',
      workspaceIds: ['12', '13', '14'],
    })
  })
})

describe('access by endpoint and role', () => {
  const samples: Readonly<Record<EndpointName, { path: string; body?: unknown }>> = {
    me: { path: '/v1/me' },
    board: { path: '/v1/board' },
    boardActivity: { path: '/v1/board/activity' },
    listLabels: { path: '/v1/labels' },
    createLabel: { path: '/v1/labels', body: { name: 'matrix' } },
    patchLabel: { path: '/v1/labels/1201', body: { name: 'matrix' } },
    deleteLabel: { path: '/v1/labels/1201' },
    patchCard: { path: '/v1/cards/101', body: { labelIds: [] } },
  }
  const allowed: Readonly<Record<EndpointName, readonly string[]>> = {
    me: ['viewer', 'member', 'maintainer'],
    board: ['viewer', 'member', 'maintainer'],
    boardActivity: ['viewer', 'member', 'maintainer'],
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

  test('is defined for every route', () => {
    expect(Object.keys(ACCESS).sort()).toEqual([...names].sort())
    const routes = running.service.routes.filter(
      (route) => route.path !== '/*' && route.method !== 'ALL',
    )
    const known = new Set(names.map((name) => `${ENDPOINTS[name].method} ${ENDPOINTS[name].path}`))
    expect(new Set(routes.map((route) => `${route.method} ${route.path}`))).toEqual(known)
  })

  test.each(rows)('%s as %s returns 403 unless the role is allowed', async (name, role) => {
    const { path, body } = samples[name]
    const response = await call(ENDPOINTS[name].method, path, running.keys[role], body)
    expect(response.ok).toBe(allowed[name].includes(role))
    if (!response.ok) expect(response.status).toBe(403)
  })

  test('the role that the board states for the labels of cards is the weakest that may change them [gap G18]', async () => {
    const board = await (await call('GET', '/v1/board', running.keys.viewer)).json()
    const mayChange = async (role: 'viewer' | 'member') => {
      const body = { labelIds: [] }
      return (await call('PATCH', '/v1/cards/101', running.keys[role], body)).ok
    }
    expect(board.cardLabelsMinRole).toBe('member')
    expect([await mayChange('viewer'), await mayChange('member')]).toEqual([false, true])
  })

  test.each(names)(
    '%s with a key that has only the read scope returns 403 for a write',
    async (name) => {
      const key = await running.makeKey({ 12: 'maintainer' }, ['read'])
      const { path, body } = samples[name]
      const response = await call(ENDPOINTS[name].method, path, key, body)
      expect(response.status).toBe(ACCESS[name].scope === 'read' ? 200 : 403)
    },
  )
})

describe('invalid input', () => {
  test.each([
    ['not JSON', '{', 400],
    ['too large', JSON.stringify({ name: 'x'.repeat(70_000) }), 413],
    ['too deep', `{"name":${'['.repeat(30)}${']'.repeat(30)}}`, 400],
    ['an unknown field', '{"name":"x","hex":"#fff"}', 400],
    ['a name that is too long', JSON.stringify({ name: 'x'.repeat(121) }), 400],
    ['an array', '[]', 400],
  ])('is rejected and creates no label: %s', async (_, body, status) => {
    const response = await call('POST', '/v1/labels', running.keys.member, body)
    expect(response.status).toBe(status)
    const labels: unknown[] = await (await call('GET', '/v1/labels', running.keys.member)).json()
    expect(labels).toHaveLength(12)
  })
  test('is rejected when the content type is not JSON', async () => {
    const response = await call(
      'POST',
      '/v1/labels',
      running.keys.member,
      { name: 'x' },
      { 'Content-Type': 'text/plain' },
    )
    expect(response.status).toBe(415)
  })
  test('returns the palette when the color is unknown', async () => {
    const response = await call('POST', '/v1/labels', running.keys.member, {
      name: 'x',
      color: 'mauve',
    })
    expect((await response.json()).detail).toContain('indigo')
  })
  test('is rejected when the name differs from another label only in case', async () => {
    const response = await call('POST', '/v1/labels', running.keys.member, { name: 'BUG' })
    expect(response.status).toBe(409)
    expect(await response.json()).toMatchObject({ code: 'label_exists' })
  })
  test('returns 404 for an unknown path, and 405 with Allow for an unknown method', async () => {
    expect((await call('GET', '/v1/backlog', running.keys.member)).status).toBe(404)
    const put = await call('PUT', '/v1/labels', running.keys.member, {})
    expect(put.status).toBe(405)
    expect(put.headers.get('Allow')).toBe('GET, POST')
  })
  test('returns an error without the key when the key is unknown', async () => {
    const response = await call('GET', '/v1/me', 'kbs_secretsecret')
    expect(await response.text()).not.toContain('secretsecret')
  })
})

test('a credential gets 429 with Retry-After when it exceeds the rate limit, until a minute has passed', async () => {
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

test('CORS allows another origin only when it is listed', async () => {
  const withCors = await createMemoryService({ cors: ['https://page.example'] })
  const requestFrom = (origin: string) =>
    withCors.service.fetch(
      new Request('http://board.test/v1/me', {
        headers: { Origin: origin, Authorization: `Bearer ${withCors.keys.viewer}` },
      }),
    )
  expect(
    (await requestFrom('https://page.example')).headers.get('Access-Control-Allow-Origin'),
  ).toBe('https://page.example')
  expect(
    (await requestFrom('https://evil.example')).headers.get('Access-Control-Allow-Origin'),
  ).toBeNull()
  await withCors.close()
})
