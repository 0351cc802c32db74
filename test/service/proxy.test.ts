import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { createProxy } from '#service/web/proxy.ts'

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
  const problem = async (target: URL, options = {}) => {
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
    expect(await problem(target, { answerTimeout: 80 })).toEqual({
      status: 504,
      code: 'upstream_timed_out',
    })
  })
  test('returns 504 when the response stops mid-body until the timeout', async () => {
    const target = await upstream((_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' })
      response.write('{')
    })
    expect(await problem(target, { answerTimeout: 120 })).toEqual({
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
