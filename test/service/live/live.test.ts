import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { describe, expect, inject, onTestFinished, test, vi } from 'vitest'
import { seedDemo } from '#service/demo/seed-demo.ts'
import { BoardWatchers, MERGED_CHANGES_MS } from '#service/live/board-watchers.ts'
import { preferredWait } from '#service/live/preferred-wait.ts'
import { openService } from '#service/open-service.ts'
import { CredentialStore } from '#service/store/credential-store.ts'
import { openDatabase } from '#service/store/open-database.ts'
import { createProxy } from '#service/web/proxy.ts'
import { createRepository } from '#test/support/git-repository.ts'
import { createPostgresDatabase } from '#test/support/postgres-database.ts'
import { openRepositoryBoard } from '#test/support/repository-board.ts'
import { createDataDirectory, runToExit } from '#test/support/start-board.ts'
import { until } from '#test/support/until.ts'

const isPostgres = inject('store') === 'postgres'
const BY = { actor: 'operator', now: new Date() }

interface Place {
  data: string
  databaseUrl: string | undefined
  /** Secrets by name, as far as the start doesn't make them. */
  keys: Readonly<Record<string, string>>
}

async function createPlace(): Promise<Place> {
  if (!isPostgres) return { data: createDataDirectory(), databaseUrl: undefined, keys: {} }
  const { url, drop } = await createPostgresDatabase()
  onTestFinished(drop)
  const database = await openDatabase({ type: 'postgres', url })
  const keys = await seedDemo(database, { now: new Date() })
  await database.close()
  return { data: '', databaseUrl: url, keys: secretsOf(keys) }
}

const secretsOf = (keys: readonly { name: string; secret: string }[]) =>
  Object.fromEntries(keys.map(({ name, secret }) => [name, secret]))

/** The service with its demo, in this process. */
async function openLive(given?: Place, maxWaiting?: number) {
  const place = given ?? (await createPlace())
  const { data, databaseUrl } = place
  const opened = await openService({
    data,
    databaseUrl,
    empty: false,
    demoCards: undefined,
    scriptedDemo: true,
    cors: [],
    limits: { writesPerMinute: 1_000_000, loadsPerMinute: 1_000_000 },
    maxWaiting,
    onFault: () => undefined,
  })
  onTestFinished(opened.close)
  const keys: Partial<Record<string, string>> = { ...place.keys, ...secretsOf(opened.demo.keys) }
  const call = async (method: string, path: string, headers: object = {}, body?: unknown) =>
    opened.service.request(path, {
      method,
      headers: {
        Authorization: `Bearer ${keys.maintainer}`,
        'Content-Type': 'application/json',
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  const etag = async () => (await call('GET', '/v1/board')).headers.get('ETag') ?? ''
  const waitFor = async (tag: string, headers: object = {}, seconds = 25) => {
    const startedAt = performance.now()
    const prefer = { 'If-None-Match': tag, Prefer: `wait=${seconds}` }
    const response = await call('GET', '/v1/board', { ...prefer, ...headers })
    return {
      status: response.status,
      etag: response.headers.get('ETag'),
      applied: response.headers.get('Preference-Applied'),
      ms: performance.now() - startedAt,
    }
  }
  const renameLabel = async (name: string) => {
    const [label] = await (await call('GET', '/v1/labels')).json()
    return (await call('PATCH', `/v1/labels/${label.id}`, {}, { name })).status
  }
  return { ...opened, keys, call, etag, waitFor, renameLabel }
}

describe('a load that waits', () => {
  test('is answered with the new board when somebody changes it', async () => {
    const live = await openLive()
    const etag = await live.etag()
    const waiting = live.waitFor(etag)
    await until(() => live.waiting() === 1)
    expect(await live.renameLabel('Defect')).toBe(200)
    const { status, applied, etag: after } = await waiting
    expect({ status, applied }).toEqual({ status: 200, applied: 'wait=25' })
    expect(after).not.toBe(etag)
  })

  test('is answered with 304 when its time is over', async () => {
    const live = await openLive()
    const { ms, ...answer } = await live.waitFor(await live.etag(), {}, 1)
    expect(answer).toMatchObject({ status: 304, applied: 'wait=1' })
    expect(ms).toBeGreaterThanOrEqual(1_000)
  })

  test('of another version than the current one is answered at once, and stays live', async () => {
    const live = await openLive()
    const other = await live.waitFor('"another"')
    expect(other).toMatchObject({ status: 200, applied: 'wait=25' })
  })

  test('needs a version and GET: otherwise, the answer comes at once', async () => {
    const live = await openLive()
    const first = await live.call('GET', '/v1/board', { Prefer: 'wait=25' })
    expect([first.status, first.headers.get('Preference-Applied')]).toEqual([200, null])
    const prefer = { 'If-None-Match': await live.etag(), Prefer: 'wait=25' }
    const head = await live.call('HEAD', '/v1/board', prefer)
    expect([head.status, head.headers.get('Preference-Applied')]).toEqual([304, null])
    const plain = await live.call('GET', '/v1/board', { 'If-None-Match': await live.etag() })
    expect([plain.status, plain.headers.get('Preference-Applied')]).toEqual([304, null])
  })

  test('is rejected at once when its key is revoked, and goes on when another key is made', async () => {
    const live = await openLive()
    const key = { name: 'CI', scopes: ['read'], roles: [{ boardId: 12, role: 'viewer' }] }
    const { clientId, secret } = await live.credentials.create(key, BY)
    const authorization = { Authorization: `Bearer ${secret}` }
    const waiting = live.waitFor(await live.etag(), authorization)
    await until(() => live.waiting() === 1)
    await live.credentials.create({ ...key, name: 'Other' }, BY)
    // It was woken to look at its own key, and waits again.
    await until(() => live.waiting() === 1)
    await live.credentials.revoke(clientId, BY)
    expect(await waiting).toMatchObject({ status: 401, applied: null })
  })

  test('is answered when its key expires', async () => {
    const live = await openLive()
    const expiresAt = new Date(Date.now() + 1_000).toISOString()
    const roles = [{ boardId: 12, role: 'viewer' }]
    const { secret } = await live.credentials.create(
      { name: 'CI', scopes: ['read'], roles, expiresAt },
      BY,
    )
    const answer = await live.waitFor(await live.etag(), { Authorization: `Bearer ${secret}` })
    expect(answer.status).toBe(401)
  })

  test('has a place: beyond 20 for a key and a board, and beyond --max-waiting, the answer comes at once', async () => {
    const live = await openLive(undefined, 21)
    const etag = await live.etag()
    const waiting = Array.from({ length: 20 }, () => live.waitFor(etag))
    await until(() => live.waiting() === 20)
    expect(await live.waitFor(etag)).toMatchObject({ status: 304, applied: null })
    const other = { Authorization: `Bearer ${live.keys.member}` }
    const last = live.waitFor(etag, other)
    await until(() => live.waiting() === 21)
    const full = { Authorization: `Bearer ${live.keys.viewer}` }
    expect(await live.waitFor(etag, full)).toMatchObject({ status: 304, applied: null })
    live.stop()
    for (const answer of await Promise.all([...waiting, last])) {
      expect(answer).toMatchObject({ status: 304, applied: 'wait=25' })
    }
  })

  test('is answered with 304 when the service stops', async () => {
    const live = await openLive()
    const waiting = live.waitFor(await live.etag())
    await until(() => live.waiting() === 1)
    live.stop()
    expect(await waiting).toMatchObject({ status: 304, applied: 'wait=25' })
    expect(await live.waitFor(await live.etag())).toMatchObject({ status: 304, applied: null })
  })

  test('sees what a command in another process does', async () => {
    const place = await createPlace()
    const live = await openLive(place)
    const etag = await live.etag()
    const waiting = live.waitFor(etag)
    const args = ['add-card', '--board', '12', '--title', 'From elsewhere']
    const where = place.databaseUrl ? [] : ['--data', place.data]
    const env = place.databaseUrl ? { DATABASE_URL: place.databaseUrl } : {}
    const added = await runToExit([...args, ...where], env as Record<string, string>, 'board')
    expect(added.code, added.output).toBe(0)
    expect(await waiting).toMatchObject({ status: 200, applied: 'wait=25' })
  })

  test('sees a key that another process revokes', async () => {
    const place = await createPlace()
    const live = await openLive(place)
    const waiting = live.waitFor(await live.etag())
    const elsewhere = await openDatabase(
      place.databaseUrl
        ? { type: 'postgres', url: place.databaseUrl }
        : { type: 'directory', path: place.data, exclusive: false },
    )
    await until(() => live.waiting() === 1)
    const credentials = new CredentialStore(elsewhere)
    const key = (await credentials.list()).find(({ name }) => name.endsWith('maintainer'))
    await credentials.revoke(key?.clientId ?? '', BY)
    await elsewhere.close()
    expect((await waiting).status).toBe(401)
  })

  test('sees a push to a repository', async () => {
    const repository = createRepository(['staging'])
    repository.commit('card/1', { 'a.txt': 'a' })
    const board = await openRepositoryBoard(repository.path)
    onTestFinished(board.close)
    await board.cards()
    await board.repositories.previewed()
    const etag = (await board.call('GET', '/v1/board')).headers.get('ETag') ?? ''
    const waiting = board.service.request('/v1/board', {
      headers: {
        Authorization: `Bearer ${board.secret}`,
        'If-None-Match': etag,
        Prefer: 'wait=25',
      },
    })
    await until(() => board.waiting() === 1)
    repository.commit('card/2', { 'b.txt': 'b' })
    const response = await waiting
    expect(response.headers.get('Preference-Applied')).toBe('wait=25')
    expect(JSON.stringify(await response.json())).toContain('card/2')
  })
})

describe.runIf(isPostgres)('several instances', () => {
  test('wake those who wait at another one', async () => {
    const place = await createPlace()
    const [first, second] = [await openLive(place), await openLive(place)]
    const waiting = first.waitFor(await first.etag())
    await until(() => first.waiting() === 1)
    const headers = { Authorization: `Bearer ${first.keys.maintainer}` }
    const labels = await (await second.call('GET', '/v1/labels', headers)).json()
    const path = `/v1/labels/${labels[0].id}`
    expect((await second.call('PATCH', path, headers, { name: 'Defect' })).status).toBe(200)
    expect(await waiting).toMatchObject({ status: 200, applied: 'wait=25' })
  })

  test('listen again when the connection is lost', async () => {
    const place = await createPlace()
    const live = await openLive(place)
    const etag = await live.etag()
    const waiting = live.waitFor(etag)
    const other = await openDatabase({ type: 'postgres', url: place.databaseUrl ?? '' })
    const isListening = async () => {
      const { rows } = await sql`select 1 from pg_stat_activity
        where query like 'listen %' and datname = current_database()`.execute(other.db)
      return rows.length === 1
    }
    await until(async () => live.waiting() === 1 && (await isListening()))
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where query like 'listen %' and datname = current_database()`.execute(other.db)
    await until(async () => live.waiting() === 1 && (await isListening()))
    await other.db
      .updateTable('boards')
      .set({ revision: sql`revision + 1` })
      .where('id', '=', 12)
      .execute()
    await sql`select pg_notify('trunkline_changes', '12')`.execute(other.db)
    await other.close()
    expect(await waiting).toMatchObject({ status: 200, applied: 'wait=25' })
  })
})

describe.skipIf(isPostgres)('the proxy', () => {
  async function startUpstream(answer: (prefer: string | undefined) => Promise<object>) {
    const server = createServer((request, response) => {
      const { prefer } = request.headers
      void answer(prefer as string | undefined).then((headers) => {
        response.writeHead(304, { ETag: '"1"', ...headers }).end()
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  }

  const load = (proxy: ReturnType<typeof createProxy>, headers: Record<string, string> = {}) =>
    proxy.fetch(
      new Request('http://page.test/v1/board', { headers: { 'If-None-Match': '"1"', ...headers } }),
    )

  test('forwards Prefer and Preference-Applied, longer than a load may take, in no place of another request', async () => {
    let answer: () => void = () => undefined
    const isAnswered = new Promise<void>((resolve) => {
      answer = resolve
    })
    const target = await startUpstream(async (prefer) => {
      if (prefer === undefined) return {}
      await isAnswered
      return { 'Preference-Applied': prefer }
    })
    const responseTimeoutMs = 2_000
    const limits = { target, maxRequests: 1, keyShare: 1, responseTimeoutMs, maxWaiting: 1 }
    const proxy = createProxy(limits)
    onTestFinished(proxy.close)
    const waiting = load(proxy, { Prefer: 'wait=20' })
    await until(() => proxy.waiting() === 1)
    expect((await load(proxy)).status).toBe(304)
    const full = await load(proxy, { Prefer: 'wait=20' })
    expect([full.status, full.headers.get('Preference-Applied')]).toEqual([304, null])
    await new Promise((resolve) => setTimeout(resolve, responseTimeoutMs + 100))
    answer()
    const response = await waiting
    expect([response.status, response.headers.get('Preference-Applied')]).toEqual([304, 'wait=20'])
  })

  test('ends what waits when it stops', async () => {
    const target = await startUpstream(() => new Promise(() => undefined))
    const proxy = createProxy({ target })
    onTestFinished(proxy.close)
    const waiting = load(proxy, { Prefer: 'wait=25' })
    await until(() => proxy.waiting() === 1)
    proxy.stop()
    expect((await waiting).status).toBe(502)
    expect(proxy.waiting()).toBe(0)
  })
})

describe.skipIf(isPostgres)('the time to wait', () => {
  test.each([
    ['wait=25', 25],
    ['respond-async, wait=10', 10],
    ['WAIT="7"; foo=1', 7],
    ['wait=100', 25],
    ['wait=3, wait=9', 3],
    ['wait=0', undefined],
    ['wait=-1', undefined],
    ['wait=1.5', undefined],
    ['await=5', undefined],
    ['', undefined],
  ])('of "%s" is %s', (header, seconds) => {
    expect(preferredWait(header)).toBe(seconds)
  })

  test('ends once for several changes in a short time', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const watchers = new BoardWatchers()
    const { signal } = new AbortController()
    const request = { boardId: 1, credentialId: 1, until: 20_000, signal }
    const first = watchers.enter(request)
    watchers.changed(1)
    vi.advanceTimersByTime(MERGED_CHANGES_MS - 1)
    watchers.changed(1)
    expect(watchers.waiting).toBe(1)
    vi.advanceTimersByTime(1)
    await first?.woken
    watchers.enter(request)
    vi.advanceTimersByTime(MERGED_CHANGES_MS)
    expect(watchers.waiting).toBe(1)
  })

  test('ends for a client that leaves', async () => {
    const watchers = new BoardWatchers()
    const client = new AbortController()
    const { signal } = client
    const request = { boardId: 1, credentialId: 1, until: performance.now() + 20_000, signal }
    const place = watchers.enter(request)
    expect([watchers.waiting, watchers.boardIds]).toEqual([1, [1]])
    client.abort()
    await place?.woken
    expect([watchers.waiting, watchers.boardIds]).toEqual([0, []])
  })
})
