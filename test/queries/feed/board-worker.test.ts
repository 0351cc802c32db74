import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type Board, readBoard } from '#contract/readers/read-board.ts'
import { BoardWorkerClient } from '#queries/feed/board-worker-client.ts'
import { secretVault } from '#state/keys/secret-vault.ts'

const SECRET = 'kbs_secret'
const SOURCE = { keyId: 'one', workspaceId: '12' }
const BOARD_URL = new URL('http://service.test/v1/board')

/** Answers a request of the worker. */
type Service = (url: string, init: RequestInit) => Promise<Response>

/** The requests of the worker. */
const sent: { url: string; init: RequestInit }[] = []

beforeEach(async () => {
  vi.resetModules()
  sent.length = 0
  await secretVault.store(SOURCE.keyId, SECRET, false)
})

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
  type Listener = (event: { data: unknown }) => void
  const [inPage, inWorker]: [Listener[], Listener[]] = [[], []]
  let reportToPage: () => void = () => undefined
  let lastMessage = ''
  let isTerminated = false
  let isFrozen = false
  const deliver = (data: unknown, listeners: readonly Listener[]) => {
    const copy = structuredClone(data)
    if (isFrozen) return
    setImmediate(() => {
      if (!isTerminated) for (const listener of listeners) listener({ data: copy })
    })
  }
  vi.stubGlobal('addEventListener', (_: string, listener: Listener) => inWorker.push(listener))
  vi.stubGlobal('postMessage', (data: { type: string }) => {
    deliver(data, inPage)
    if (data.type === lastMessage) isFrozen = true
  })
  vi.stubGlobal('reportError', () => reportToPage())
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    sent.push({ url, init })
    return service(url, init)
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  await import('#queries/feed/board-worker.ts')
  const client = new BoardWorkerClient({
    addEventListener: (type: string, listener: Listener & (() => void)) => {
      if (type === 'message') inPage.push(listener)
      else reportToPage = listener
    },
    postMessage: (data: unknown) => deliver(data, inWorker),
    terminate: () => {
      isTerminated = true
    },
  } as unknown as Worker)
  const freeze = () => {
    isFrozen = true
  }
  const freezeAfter = (type: string) => {
    lastMessage = type
  }
  return { client, freeze, freezeAfter, isTerminated: () => isTerminated }
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

describe('the worker', () => {
  test('loads the next versions, in which all that is the same stays the same object', async () => {
    const versions = [
      boardResponse({ ...FIRST, 2: 'changed' }, '"2"'),
      boardResponse({ ...FIRST, 2: 'changed', 3: 'again' }, '"3"'),
    ]
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
    const response = Response.json(json, { headers: { ETag: '"2"' } })
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
    const { load } = await startWithBoard(async () => respond())
    const text = await respond().text()
    expect((await load())?.body).toEqual({ text })
  })

  test('returns the text when another load has replaced the version that it knew', async () => {
    let answerSlowly: (response: Response) => void = () => undefined
    const waiting = new Promise<Response>((resolve) => {
      answerSlowly = resolve
    })
    const responses = [waiting, Promise.resolve(boardResponse({ 1: 'faster' }, '"2"'))]
    const { load } = await startWithBoard(() => responses.shift() ?? Promise.reject())
    const slow = load()
    expect((await load())?.body).toHaveProperty('board')
    answerSlowly(boardResponse({ 1: 'slower' }, '"3"'))
    expect((await slow)?.body).toEqual({ text: JSON.stringify(boardJson({ 1: 'slower' })) })
  })

  test('returns the text of a version whose base it doesn’t know', async () => {
    const { board, client, load } = await startWithBoard(async () => boardResponse(FIRST, '"2"'))
    const text = JSON.stringify(boardJson(FIRST))
    expect((await load({ board, etag: '"0"' }))?.body).toEqual({ text })
    expect(client.fetchFor({ board, etag: undefined }, SOURCE)).toBeUndefined()
  })

  test('learns a version while its successor is on its way', async () => {
    let answer: (response: Response) => void = () => undefined
    const { board, client, load } = await startWithBoard(
      () =>
        new Promise((resolve) => {
          answer = resolve
        }),
    )
    const loading = load({ board, etag: '"2"' })
    await vi.waitFor(() => expect(sent).toHaveLength(1))
    await client.learn(JSON.stringify(boardJson(FIRST)), SOURCE, BOARD_URL.href, '"2"')
    answer(boardResponse({ 1: 'changed' }, '"3"'))
    expect((await loading)?.body).toHaveProperty('board')
  })

  test('keeps what it knows when a load is aborted', async () => {
    const answers: Service[] = [never, async () => boardResponse({ 1: 'changed' }, '"2"')]
    const { load } = await startWithBoard((...request) => {
      return answers.shift()?.(...request) ?? Promise.reject()
    })
    const controller = new AbortController()
    const aborted = load(undefined, controller.signal)
    await vi.waitFor(() => expect(sent).toHaveLength(1))
    controller.abort(new Error('a drag begins'))
    await expect(aborted).rejects.toThrow('a drag begins')
    expect((await load())?.body).toHaveProperty('board')
  })
})

/** Waits until it is aborted. */
function never(_: string, { signal }: RequestInit): Promise<Response> {
  return new Promise((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(new Error('aborted')))
  })
}

describe('a load in the worker', () => {
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
    await secretVault.remove(SOURCE.keyId)
    client.close()
    await expect(loading).rejects.toThrow('no response')
  })

  test('that fails is left to the page, and so are all others for ten seconds', async () => {
    const now = vi.spyOn(performance, 'now').mockReturnValue(1_000_000)
    onTestFinished(() => void now.mockRestore())
    const outcomes = [undefined, boardResponse(FIRST, '"2"')]
    const { load } = await startWithBoard(async () => {
      const response = outcomes.shift()
      if (!response) throw new TypeError('no network')
      return response
    })
    expect(await load()).toBeUndefined()
    now.mockReturnValue(1_009_999)
    expect(await load()).toBeUndefined()
    expect(sent).toHaveLength(1)
    now.mockReturnValue(1_010_000)
    expect((await load())?.body).toHaveProperty('board')
  })

  test('that fails late is not sent again, because its time limit has begun', async () => {
    let fail: (error: Error) => void = () => undefined
    const { load } = await startWithBoard(
      () =>
        new Promise((_resolve, reject) => {
          fail = reject
        }),
    )
    const startedAt = performance.now()
    const loading = load()
    await vi.waitFor(() => expect(sent).toHaveLength(1))
    const now = vi.spyOn(performance, 'now').mockReturnValue(startedAt + 20_000)
    onTestFinished(() => void now.mockRestore())
    fail(new TypeError('the connection was reset'))
    await expect(loading).rejects.toThrow('no response')
  })
})

describe('a worker that doesn’t react', () => {
  test('to an abort is ended after ten seconds, and not while it waits for the service', async () => {
    fakeTimers()
    const { load, freeze, isTerminated } = await startWithBoard(never)
    const controller = new AbortController()
    const loading = load(undefined, controller.signal)
    await vi.waitFor(() => expect(sent).toHaveLength(1))
    await nextTurn()
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

  test('to a load is ended after five seconds, and the page sends the load', async () => {
    fakeTimers()
    const { load, freeze, isTerminated } = await startWithBoard(never)
    freeze()
    const loading = load()
    vi.advanceTimersByTime(4_999)
    expect(isTerminated()).toBe(false)
    vi.advanceTimersByTime(1)
    expect(isTerminated()).toBe(true)
    expect(await loading).toBeUndefined()
    expect(sent).toEqual([])
  })

  test('to a response is ended after ten seconds, and the page sends the load', async () => {
    fakeTimers()
    const { load, freezeAfter, isTerminated } = await startWithBoard(async () =>
      boardResponse(FIRST, '"2"'),
    )
    freezeAfter('received')
    const loading = load()
    await nextTurn()
    vi.advanceTimersByTime(9_999)
    expect(isTerminated()).toBe(false)
    vi.advanceTimersByTime(1)
    expect(await loading).toBeUndefined()
    expect(isTerminated()).toBe(true)
  })

  test('because of an error in it is ended, and the page sends the load', async () => {
    const { load, isTerminated } = await startWithBoard(async () => {
      const response = boardResponse(FIRST, '"2"')
      Object.defineProperty(response.headers, 'get', {
        value: () => {
          throw new Error('a defect')
        },
      })
      return response
    })
    expect(await load()).toBeUndefined()
    expect(isTerminated()).toBe(true)
  })
})

function fakeTimers(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
}

/** Messages between both threads arrive. */
async function nextTurn(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate)
}
