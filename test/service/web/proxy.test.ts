import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { messages } from '#service/messages/messages.ts'
import { createProxy, type ProxyOptions } from '#service/web/proxy.ts'
import { startBoard } from '#test/support/start-board.ts'
import { startWebServer } from '#test/support/web-server.ts'

const servers: Server[] = []

async function upstream(listener: RequestListener): Promise<URL> {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/base/`)
}

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

function get(path: string, headers: Record<string, string> = {}): Request {
  return new Request(`http://page.test${path}`, { headers })
}

test('the proxy forwards only what the API needs, under the base path, in both directions', async () => {
  let received: { url: string | undefined; headers: unknown } | undefined
  const target = await upstream((request, response) => {
    received = { url: request.url, headers: request.headers }
    response.writeHead(200, {
      'Content-Type': 'application/json',
      ETag: '"1"',
      'Set-Cookie': 'a=1',
      'X-Powered-By': 'x',
      'Content-Security-Policy': 'none',
    })
    response.end('{"columns":[]}')
  })
  const response = await createProxy({ target }).fetch(
    get('/v1/board?projectId=31&evil=1', {
      Authorization: 'Bearer k',
      Cookie: 'c=1',
      'X-Forwarded-For': '1',
      'X-Service-Workspace': '12',
    }),
  )
  expect(received?.url).toBe('/base/v1/board?projectId=31')
  expect(received?.headers).toMatchObject({
    authorization: 'Bearer k',
    'x-service-workspace': '12',
  })
  expect(received?.headers).not.toHaveProperty('cookie')
  expect(received?.headers).not.toHaveProperty('x-forwarded-for')
  expect(await response.json()).toEqual({ columns: [] })
  expect(response.headers.get('ETag')).toBe('"1"')
  for (const name of ['Set-Cookie', 'X-Powered-By', 'Content-Security-Policy'])
    expect(response.headers.get(name)).toBeNull()
})

test('the proxy forwards the request body and returns an error response unchanged', async () => {
  let body = ''
  const target = await upstream(async (request, response) => {
    for await (const chunk of request) body += chunk
    response.writeHead(409, { 'Content-Type': 'application/problem+json', 'Retry-After': '3' })
    response.end('{"detail":"conflicts"}')
  })
  const response = await createProxy({ target }).fetch(
    new Request('http://page.test/v1/cards/7', {
      method: 'PATCH',
      headers: { 'Content-Type': 'application/json' },
      body: '{"statusId":"1"}',
    }),
  )
  expect(body).toBe('{"statusId":"1"}')
  expect(response.status).toBe(409)
  expect(response.headers.get('Retry-After')).toBe('3')
  expect(await response.json()).toEqual({ detail: 'conflicts' })
})

test.each([204, 304])('a response with status %i has no body', async (status) => {
  const target = await upstream((_, response) => response.writeHead(status).end())
  const response = await createProxy({ target }).fetch(get('/v1/board'))
  expect(response.status).toBe(status)
  expect(await response.text()).toBe('')
})

test('an HTML response from the service is returned as plain text', async () => {
  const target = await upstream((_, response) =>
    response.writeHead(200, { 'Content-Type': 'text/html' }).end('<script>1</script>'),
  )
  const response = await createProxy({ target }).fetch(get('/v1/me'))
  expect(response.headers.get('Content-Type')).toBe('text/plain; charset=utf-8')
  expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff')
})

describe('the proxy, when the service fails,', () => {
  const problem = async (target: URL, options: Partial<ProxyOptions> = {}) => {
    const response = await createProxy({ target, ...options }).fetch(
      get('/v1/me', { Authorization: 'Bearer topsecret' }),
    )
    const text = await response.text()
    expect(text).not.toContain('topsecret')
    expect(text).not.toContain('127.0.0.1')
    return { status: response.status, code: JSON.parse(text).code }
  }
  test.each([301, 302, 303, 307, 308])(
    'returns 502 and does not follow a redirect (%i)',
    async (status) => {
      let redirectedRequests = 0
      const redirectTarget = await upstream((_, response) => {
        redirectedRequests += 1
        response.end()
      })
      const target = await upstream((_, response) =>
        response.writeHead(status, { Location: redirectTarget.href }).end(),
      )
      expect(await problem(target)).toEqual({ status: 502, code: 'upstream_redirected' })
      expect(redirectedRequests).toBe(0)
    },
  )
  test('returns 502 when the service is unreachable', async () => {
    const target = await upstream(() => undefined)
    await new Promise((resolve) => servers.at(-1)?.close(resolve))
    expect(await problem(target)).toEqual({ status: 502, code: 'upstream_unreachable' })
  })
  test('returns 504 when the response does not start before the timeout', async () => {
    const target = await upstream(() => undefined)
    expect(await problem(target, { responseTimeoutMs: 80 })).toEqual({
      status: 504,
      code: 'upstream_timed_out',
    })
  })
  test('returns 504 when the response stops mid-body until the timeout', async () => {
    const target = await upstream((_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' })
      response.write('{')
    })
    expect(await problem(target, { responseTimeoutMs: 120 })).toEqual({
      status: 504,
      code: 'upstream_timed_out',
    })
  })
  test('returns 502 when the connection closes mid-response', async () => {
    const target = await upstream((_, response) => {
      response.writeHead(200, { 'Content-Length': '100' })
      response.write('{', () => response.destroy())
    })
    expect(await problem(target)).toEqual({ status: 502, code: 'upstream_unreadable' })
  })
  test('returns 502 when the response is too large', async () => {
    const target = await upstream((_, response) => response.end('x'.repeat(5_000)))
    expect(await problem(target, { maxResponseBytes: 1_000 })).toEqual({
      status: 502,
      code: 'upstream_unreadable',
    })
  })
})

test('the proxy forwards only the paths and methods of the API', async () => {
  let forwardedRequests = 0
  const target = await upstream((_, response) => {
    forwardedRequests += 1
    response.end()
  })
  const proxy = createProxy({ target })
  for (const path of [
    '/v1',
    '/v1/',
    '/v1/backlog',
    '/v1/me/',
    '/v1/../admin',
    '/v1/cards/..%2f..%2fadmin/x',
    '/admin',
  ]) {
    expect((await proxy.fetch(get(path))).status, path).toBe(404)
  }
  const wrongMethod = await proxy.fetch(new Request('http://page.test/v1/me', { method: 'DELETE' }))
  expect(wrongMethod.status).toBe(405)
  expect(forwardedRequests).toBe(0)
})

const json = { 'Content-Type': 'application/json' }
const detailOf = async (response: Response) => (await response.json()).detail

test.each([
  ['application/json, text/html', 'application/json'],
  ['application/json;charset=utf-8', 'application/json'],
  ['application/problem+json, text/javascript', 'application/problem+json'],
  ['application/vnd.board+json', 'application/json'],
  ['text/html, application/json', 'text/plain; charset=utf-8'],
  ['application/jsonp', 'text/plain; charset=utf-8'],
  ['text/javascript', 'text/plain; charset=utf-8'],
])('the content type %j of the service becomes %j', async (type, expected) => {
  const target = await upstream((_, response) =>
    response.writeHead(200, { 'Content-Type': type }).end('{}'),
  )
  const response = await createProxy({ target }).fetch(get('/v1/me'))
  expect(response.headers.get('Content-Type')).toBe(expected)
})

test.each([
  '..%2f..%2fadmin%3fx',
  '%2e%2e',
  'a%2fb',
  'a%5cb',
  '%00',
  '%0d%0aX-Injected:1',
  'a%20b',
  'x'.repeat(300),
])('an id %j is not forwarded', async (id) => {
  let forwarded = 0
  const target = await upstream((_, response) => {
    forwarded += 1
    response.end()
  })
  const request = new Request(`http://page.test/v1/labels/${id}`, { method: 'DELETE' })
  expect((await createProxy({ target }).fetch(request)).status).toBe(404)
  expect(forwarded).toBe(0)
})

function residentMegabytes(pid: number): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)])) / 1024
}

describe('the proxy stays within its limits', () => {
  test('of requests at the same time', async () => {
    const waiting: (() => void)[] = []
    const target = await upstream((_, response) => {
      waiting.push(() => response.writeHead(200, json).end('{}'))
    })
    const proxy = createProxy({ target, maxRequests: 2, keyShare: 1 })
    const running = [proxy.fetch(get('/v1/me')), proxy.fetch(get('/v1/me'))]
    await expect.poll(() => waiting.length).toBe(2)
    const rejected = await proxy.fetch(get('/v1/me'))
    expect([rejected.status, rejected.headers.get('Retry-After')]).toEqual([503, '1'])
    for (const respond of waiting) respond()
    expect((await Promise.all(running)).map(({ status }) => status)).toEqual([200, 200])
    const next = proxy.fetch(get('/v1/me'))
    await expect.poll(() => waiting.length).toBe(3)
    waiting[2]?.()
    expect((await next).status).toBe(200)
  })

  test('of bytes in memory', async () => {
    const responses: ServerResponse[] = []
    const target = await upstream((_, response) => {
      responses.push(response)
      response.writeHead(200, json).write('x'.repeat(60_000))
    })
    const proxy = createProxy({ target, maxTotalBytes: 100_000, keyShare: 1 })
    const first = proxy.fetch(get('/v1/me'))
    await expect.poll(() => responses.length).toBe(1)
    const second = proxy.fetch(get('/v1/me'))
    expect((await second).status).toBe(503)
    responses[0]?.end()
    // Its body counts until the client has read it.
    const unread = await first
    expect((await proxy.fetch(get('/v1/me'))).status).toBe(503)
    expect((await unread.text()).length).toBe(60_000)
    const begun = responses.length
    const third = proxy.fetch(get('/v1/me'))
    await expect.poll(() => responses.length).toBe(begun + 1)
    responses[begun]?.end()
    const left = await third
    expect(left.status).toBe(200)
    await left.body?.cancel()
    const fourth = proxy.fetch(get('/v1/me'))
    await expect.poll(() => responses.length).toBe(begun + 2)
    responses[begun + 1]?.end()
    expect((await fourth).status).toBe(200)
  })

  test('of bytes in memory of several people together', async () => {
    const responses: ServerResponse[] = []
    const target = await upstream((_, response) => {
      responses.push(response)
      response.writeHead(200, json).write('x'.repeat(60_000))
    })
    const proxy = createProxy({ target, maxTotalBytes: 100_000, keyShare: 1 })
    const load = (key: string) => proxy.fetch(get('/v1/me', { Authorization: `Bearer ${key}` }))
    const first = load('a')
    await expect.poll(() => responses.length).toBe(1)
    expect((await load('b')).status).toBe(503)
    responses[0]?.end()
    expect((await (await first).text()).length).toBe(60_000)
  })

  test('of memory when twelve people load 30 MB at once', async () => {
    const body = Buffer.alloc(30 * 1024 * 1024, 'x')
    const target = await upstream((_, response) => response.writeHead(200, json).end(body))
    const { url, pid, stop } = await startBoard(['--service', target.href], null)
    const load = async (key: number) => {
      const headers = { Authorization: `Bearer ${key}` }
      const response = await fetch(`${url}v1/board`, { headers })
      return { status: response.status, bytes: (await response.arrayBuffer()).byteLength }
    }
    const all = Promise.all(Array.from({ length: 12 }, (_, key) => load(key)))
    const seen: number[] = []
    const watch = setInterval(() => seen.push(residentMegabytes(pid)), 20)
    const results = await all
    clearInterval(watch)
    const whole = results.filter(({ status }) => status === 200)
    expect(whole.length).toBeGreaterThan(0)
    expect(whole.every(({ bytes }) => bytes === body.byteLength)).toBe(true)
    expect(results.every(({ status }) => status === 200 || status === 503)).toBe(true)
    expect(Math.max(...seen)).toBeLessThan(400)
    await stop()
  })

  test('of bytes that a client takes slowly', async () => {
    const text = 'x'.repeat(20 * 1024 * 1024)
    const target = await upstream((_, response) => response.writeHead(200, json).end(text))
    const proxy = createProxy({ target, maxTotalBytes: 30 * 1024 * 1024 })
    const web = await startWebServer({ service: proxy })
    const load = 'GET /v1/me HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'
    const slow = connect(web.port, '127.0.0.1', () => slow.write(load))
    // A HEAD that comes first would take the memory, and the slow client would get the 503.
    const [start] = (await once(slow, 'data')) as [Buffer]
    expect(start.toString('latin1', 0, 12)).toBe('HTTP/1.1 200')
    slow.pause()
    const status = async () => {
      const response = await fetch(`${web.url}/v1/me`, { method: 'HEAD' })
      return response.status
    }
    await expect.poll(status).toBe(503)
    slow.destroy()
    await expect.poll(status).toBe(200)
    await web.close()
    await proxy.close()
  })
})

test('the request to the service ends when the client closes its connection', async () => {
  let hasBegun = false
  let hasEnded = false
  const target = await upstream((request) => {
    hasBegun = true
    request.on('close', () => {
      hasEnded = true
    })
  })
  const web = await startWebServer({ service: createProxy({ target }) })
  const leaving = new AbortController()
  const response = fetch(`${web.url}/v1/me`, { signal: leaving.signal }).catch(() => undefined)
  await expect.poll(() => hasBegun).toBe(true)
  leaving.abort()
  await response
  await expect.poll(() => hasEnded).toBe(true)
  await web.close()
})

describe('a connection that the service has dropped', () => {
  async function droppingUpstream() {
    let requests = 0
    const server = createTcpServer((socket) => {
      let count = 0
      socket.on('error', () => undefined)
      socket.on('data', () => {
        requests += 1
        count += 1
        // The second request on a connection finds it closed.
        if (count > 1) socket.destroy()
        else
          socket.write(
            'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}',
          )
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    return { target: new URL(`http://127.0.0.1:${port}/`), server, requests: () => requests }
  }

  test('costs a load nothing', async () => {
    const { target, server } = await droppingUpstream()
    const proxy = createProxy({ target })
    const statuses: number[] = []
    for (let load = 0; load < 6; load += 1) statuses.push((await proxy.fetch(get('/v1/me'))).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200])
    await proxy.close()
    server.close()
  })

  test('never repeats a write', async () => {
    const { target, server, requests } = await droppingUpstream()
    const proxy = createProxy({ target, maxRequests: 1 })
    await proxy.fetch(get('/v1/me'))
    const write = new Request('http://page.test/v1/labels/1', { method: 'DELETE' })
    expect((await proxy.fetch(write)).status).toBe(502)
    expect(requests()).toBe(2)
    await proxy.close()
    server.close()
  })
})

describe('the proxy says which part failed:', () => {
  test('the host name', async () => {
    const target = new URL('http://nowhere.invalid/')
    const response = await createProxy({ target }).fetch(get('/v1/me'))
    expect([response.status, await detailOf(response)]).toEqual([502, messages.proxy.dnsFailed])
  })

  test('the connection', async () => {
    const target = await upstream(() => undefined)
    await new Promise((resolve) => servers.at(-1)?.close(resolve))
    const response = await createProxy({ target }).fetch(get('/v1/me'))
    expect(await detailOf(response)).toBe(messages.proxy.unreachable)
  })

  test('the certificate', async () => {
    const fixture = (name: string) =>
      readFileSync(new URL(`../../support/fixtures/${name}`, import.meta.url))
    const options = { key: fixture('localhost.key'), cert: fixture('localhost.crt') }
    const server = createTlsServer(options, (_, response) => response.end('{}'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const target = new URL(`https://127.0.0.1:${port}/`)
    const response = await createProxy({ target }).fetch(get('/v1/me'))
    expect(await detailOf(response)).toContain('TLS')
    server.close()
  })

  test('the time', async () => {
    const target = await upstream(() => undefined)
    const response = await createProxy({ target, responseTimeoutMs: 50 }).fetch(get('/v1/me'))
    expect([response.status, await detailOf(response)]).toEqual([
      504,
      messages.proxy.responseTimedOut,
    ])
  })

  test('the protocol', async () => {
    const server = createTcpServer((socket) => {
      socket.on('error', () => undefined)
      socket.on('data', () => socket.end('SSH-2.0-OpenSSH_9.6\r\n'))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const target = new URL(`http://127.0.0.1:${port}/`)
    const response = await createProxy({ target }).fetch(get('/v1/me'))
    expect([response.status, (await response.json()).code]).toEqual([502, 'upstream_unreadable'])
    server.close()
  })

  test('the encoding', async () => {
    const target = await upstream((_, response) =>
      response.writeHead(200, { ...json, 'Content-Encoding': 'gzip' }).end('xx'),
    )
    const response = await createProxy({ target }).fetch(get('/v1/me'))
    expect(await detailOf(response)).toBe(messages.proxy.compressed)
  })
})

test('bytes of a response that are not UTF-8 arrive as they were sent', async () => {
  const bytes = Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d])
  const target = await upstream((_, response) => response.writeHead(200, json).end(bytes))
  const response = await createProxy({ target }).fetch(get('/v1/me'))
  expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes)
})
