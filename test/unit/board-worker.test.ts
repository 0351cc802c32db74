import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type Board, readBoard } from '#contract/readers/read-board.ts'
import { BoardWorkerClient } from '#queries/board/board-worker-client.ts'
import { useKeysStore } from '#state/keys/keys-store.ts'

const SECRET = 'kbs_secret'
const SOURCE = { keyId: 'one', workspaceId: '12' }
const BOARD_URL = new URL('http://service.test/v1/board')

/** Answers a request of the worker. */
type Service = (url: string, init: RequestInit) => Promise<Response>

/** The requests of the worker. */
const sent: { url: string; init: RequestInit }[] = []

beforeEach(() => {
  vi.resetModules()
  sent.length = 0
  storeKey(true)
})

function storeKey(isStored: boolean): void {
  const key = { id: 'one', clientId: 'c', name: 'One', tail: 'cret', isRemembered: false }
  useKeysStore.setState({ keys: isStored ? [key] : [] })
}

function boardJson(titles: Readonly<Record<string, string>>) {
  const tasks = Object.entries(titles).map(([id, title]) => ({
    id,
    number: Number(id),
    title,
    labels: [],
  }))
  return { columns: [{ statusId: '1', name: 'One', kind: 'stage', minRole: 'member', tasks }] }
}

function boardResponse(titles: Readonly<Record<string, string>>, etag: string): Response {
  return Response.json(boardJson(titles), { headers: { ETag: etag } })
}

const FIRST = { 1: 'first', 2: 'second', 3: 'third' }

/** The worker of the page, on the same thread: what is sent between both is copied, as there. */
async function startWorker(service: Service) {
  const listeners: ((event: { data: unknown }) => void)[] = []
  let isTerminated = false
  let isBusy = false
  const deliver = (data: unknown, isPossible: () => boolean, to: typeof listeners) => {
    const copy = structuredClone(data)
    setImmediate(() => {
      if (isPossible()) for (const listener of to) listener({ data: copy })
    })
  }
  const inWorker: typeof listeners = []
  const isAwake = () => !isTerminated && !isBusy
  vi.stubGlobal('addEventListener', (_: string, listener: (typeof inWorker)[number]) =>
    inWorker.push(listener),
  )
  vi.stubGlobal('postMessage', (data: unknown) => deliver(data, isAwake, listeners))
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    sent.push({ url, init })
    return service(url, init)
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  await import('#queries/board/board-worker.ts')
  const client = new BoardWorkerClient({
    addEventListener: (type: string, listener: (typeof listeners)[number]) => {
      if (type === 'message') listeners.push(listener)
    },
    postMessage: (data: unknown) => deliver(data, isAwake, inWorker),
    terminate: () => {
      isTerminated = true
    },
  } as unknown as Worker)
  const freeze = () => {
    isBusy = true
  }
  return { client, freeze, isTerminated: () => isTerminated }
}

/** The worker knows this board, and the page has it. */
async function startWithBoard(service: Service, titles = FIRST) {
  const started = await startWorker(service)
  const text = JSON.stringify(boardJson(titles))
  await started.client.learn(text, SOURCE, BOARD_URL.href, '"1"')
  const board = readBoard(boardJson(titles)) as Board
  const load = (base = { board, etag: '"1"' }, signal = new AbortController().signal) => {
    const headers = new Headers({ Authorization: `Bearer ${SECRET}`, 'If-None-Match': base.etag })
    const request = started.client.fetchFor(base, SOURCE)
    return request?.(BOARD_URL, { method: 'GET', headers }, SECRET, signal)
  }
  return { ...started, board, load }
}

function titlesOf(board: Board) {
  return board.columns.flatMap(({ cards }) => cards.map(({ title }) => title))
}

function urlOf(response: Response): Response {
  return Object.defineProperty(response, 'url', { value: BOARD_URL.href })
}

describe('the worker', () => {
  test('loads the next versions, in which all that is the same stays the same object', async () => {
    const versions = [
      boardResponse({ ...FIRST, 2: 'changed' }, '"2"'),
      boardResponse({ ...FIRST, 2: 'changed', 3: 'again' }, '"3"'),
    ].map(urlOf)
    const { board, load } = await startWithBoard(async () => versions.shift() ?? Response.error())
    const second = await load()
    if (!second || !('board' in second.body)) throw new Error('There is no board.')
    expect(titlesOf(second.body.board)).toEqual(['first', 'changed', 'third'])
    expect(second.body.board.columns[0]?.cards[0]).toBe(board.columns[0]?.cards[0])
    expect(second.response.headers.get('ETag')).toBe('"2"')
    const third = await load({ board: second.body.board, etag: '"2"' })
    if (!third || !('board' in third.body)) throw new Error('There is no board.')
    expect(titlesOf(third.body.board)).toEqual(['first', 'changed', 'again'])
    expect(third.body.board.columns[0]?.cards[1]).toBe(second.body.board.columns[0]?.cards[1])
    const requests = sent.map(({ url, init }) => [
      url,
      new Headers(init.headers).get('if-none-match'),
    ])
    expect(requests).toEqual([
      [BOARD_URL.href, '"1"'],
      [BOARD_URL.href, '"2"'],
    ])
  })

  test('finds unrecognized data in what it loads', async () => {
    const json = { ...boardJson(FIRST), surprise: true }
    const response = urlOf(Response.json(json, { headers: { ETag: '"2"' } }))
    const { load } = await startWithBoard(async () => response)
    const received = await load()
    if (!received || !('board' in received.body)) throw new Error('There is no board.')
    expect(JSON.stringify(await received.body.findings)).toContain('surprise')
  })

  test('returns a 304 and errors as they are, without the secret', async () => {
    const responses = [
      new Response(null, { status: 304, headers: { 'Preference-Applied': 'wait=25' } }),
      new Response(`No ${SECRET}`, {
        status: 401,
        statusText: 'No',
        headers: { 'X-Request-Id': '7' },
      }),
    ]
    const { load } = await startWithBoard(async () => responses.shift() ?? Response.error())
    const same = await load()
    expect(same?.response).toMatchObject({ ok: false, status: 304 })
    expect(same?.response.headers.get('Preference-Applied')).toBe('wait=25')
    expect(same?.body).toEqual({ text: '' })
    const refused = await load()
    expect(refused?.response).toMatchObject({ ok: false, status: 401, statusText: 'No' })
    expect(refused?.response.headers.get('X-Request-Id')).toBe('7')
    expect(refused?.body).toMatchObject({ text: expect.not.stringContaining(SECRET) })
  })

  test.each([
    ['without an ETag', () => Response.json(boardJson(FIRST))],
    ['that isn’t JSON', () => new Response('<html>', { headers: { ETag: '"2"' } })],
    [
      'with an error',
      () => Response.json(boardJson(FIRST), { status: 403, headers: { ETag: '"2"' } }),
    ],
    ['that isn’t a board', () => Response.json([], { headers: { ETag: '"2"' } })],
  ])('returns the text of a response %s', async (_, respond) => {
    const { load } = await startWithBoard(async () => urlOf(respond()))
    const text = await respond().text()
    expect((await load())?.body).toEqual({ text })
  })

  test('returns the text when another load has replaced the version that it knew', async () => {
    let answerSlowly: (response: Response) => void = () => undefined
    const waiting = new Promise<Response>((resolve) => {
      answerSlowly = resolve
    })
    const responses = [waiting, Promise.resolve(boardResponse({ 1: 'faster' }, '"2"'))]
    const { load } = await startWithBoard(async () => {
      return urlOf((await responses.shift()) ?? Response.error())
    })
    const slow = load()
    expect((await load())?.body).toHaveProperty('board')
    answerSlowly(boardResponse({ 1: 'slower' }, '"3"'))
    expect((await slow)?.body).toEqual({ text: JSON.stringify(boardJson({ 1: 'slower' })) })
  })

  test('sends nothing for a version that it doesn’t know', async () => {
    const { board, load } = await startWithBoard(async () => Response.error())
    expect(await load({ board, etag: '"0"' })).toBeUndefined()
    expect(await load({ board, etag: '' })).toBeUndefined()
    expect(sent).toEqual([])
  })

  test('leaves a load that fails to the page, and all others until the page has loaded a board', async () => {
    const next = urlOf(boardResponse(FIRST, '"2"'))
    const outcomes = [undefined, next]
    const { client, load } = await startWithBoard(async () => {
      const response = outcomes.shift()
      if (!response) throw new TypeError('no network')
      return response
    })
    expect(await load()).toBeUndefined()
    expect(await load()).toBeUndefined()
    expect(sent).toHaveLength(1)
    await client.learn(JSON.stringify(boardJson(FIRST)), SOURCE, BOARD_URL.href, '"1"')
    expect((await load())?.body).toHaveProperty('board')
  })
})

describe('a load in the worker', () => {
  /** Waits until it is aborted. */
  const never: Service = (_, { signal }) =>
    new Promise((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(new Error('aborted')))
    })

  test('ends at once with the reason of its signal, and so does the request', async () => {
    const { load, isTerminated } = await startWithBoard(never)
    const controller = new AbortController()
    const loading = load(undefined, controller.signal)
    await vi.waitFor(() => expect(sent).toHaveLength(1))
    controller.abort(new Error('not needed'))
    await expect(loading).rejects.toThrow('not needed')
    await vi.waitFor(() => expect(sent[0]?.init.signal?.aborted).toBe(true))
    expect(isTerminated()).toBe(false)
    await expect(load(undefined, controller.signal)).rejects.toThrow('not needed')
    expect(sent).toHaveLength(1)
  })

  test('is left to the page when the worker ends', async () => {
    const { client, load } = await startWithBoard(never)
    const loading = load()
    await vi.waitFor(() => expect(sent).toHaveLength(1))
    client.close()
    expect(await loading).toBeUndefined()
    expect(load()).toBeUndefined()
  })

  test('is sent by nobody when its key was removed', async () => {
    const { client, load } = await startWithBoard(never)
    const loading = load()
    await vi.waitFor(() => expect(sent).toHaveLength(1))
    storeKey(false)
    client.close()
    await expect(loading).rejects.toThrow('removed')
  })

  test('ends the worker when it reads for ten seconds, but not when the service is slow', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const { load, freeze, isTerminated } = await startWithBoard(never)
    const controller = new AbortController()
    const loading = load(undefined, controller.signal)
    await vi.waitFor(() => expect(sent).toHaveLength(1))
    vi.advanceTimersByTime(60_000)
    expect(isTerminated()).toBe(false)
    freeze()
    controller.abort(new Error('too slow'))
    await expect(loading).rejects.toThrow('too slow')
    vi.advanceTimersByTime(9_000)
    expect(isTerminated()).toBe(false)
    vi.advanceTimersByTime(1_000)
    expect(isTerminated()).toBe(true)
    expect(load()).toBeUndefined()
  })
})
