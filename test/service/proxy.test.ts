import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { createProxy } from '#service/proxy.ts'

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

test('passes on what the interface needs, under the base path, and drops the rest both ways', async () => {
  let seen: { url: string | undefined; headers: unknown } | undefined
  const target = await upstream((request, response) => {
    seen = { url: request.url, headers: request.headers }
    response.writeHead(200, {
      'Content-Type': 'application/json',
      ETag: '"1"',
      'Set-Cookie': 'a=1',
      'X-Powered-By': 'x',
      'Content-Security-Policy': 'none',
    })
    response.end('{"columns":[]}')
  })
  const answer = await createProxy({ target }).fetch(
    get('/v1/board?projectId=31&evil=1', {
      Authorization: 'Bearer k',
      Cookie: 'c=1',
      'X-Forwarded-For': '1',
      'X-Service-Workspace': '12',
    }),
  )
  expect(seen?.url).toBe('/base/v1/board?projectId=31')
  expect(seen?.headers).toMatchObject({ authorization: 'Bearer k', 'x-service-workspace': '12' })
  expect(seen?.headers).not.toHaveProperty('cookie')
  expect(seen?.headers).not.toHaveProperty('x-forwarded-for')
  expect(await answer.json()).toEqual({ columns: [] })
  expect(answer.headers.get('ETag')).toBe('"1"')
  for (const name of ['Set-Cookie', 'X-Powered-By', 'Content-Security-Policy'])
    expect(answer.headers.get(name)).toBeNull()
})

test('a body reaches the service, and its refusal comes back as it is', async () => {
  let body = ''
  const target = await upstream(async (request, response) => {
    for await (const chunk of request) body += chunk
    response.writeHead(409, { 'Content-Type': 'application/problem+json', 'Retry-After': '3' })
    response.end('{"detail":"conflicts"}')
  })
  const answer = await createProxy({ target }).fetch(
    new Request('http://page.test/v1/cards/7', {
      method: 'PATCH',
      headers: { 'Content-Type': 'application/json' },
      body: '{"statusId":"1"}',
    }),
  )
  expect(body).toBe('{"statusId":"1"}')
  expect(answer.status).toBe(409)
  expect(answer.headers.get('Retry-After')).toBe('3')
  expect(await answer.json()).toEqual({ detail: 'conflicts' })
})

test.each([204, 304])('%i has no body', async (status) => {
  const target = await upstream((_, response) => response.writeHead(status).end())
  const answer = await createProxy({ target }).fetch(get('/v1/board'))
  expect(answer.status).toBe(status)
  expect(await answer.text()).toBe('')
})

test('a web page from the service is passed on as plain text', async () => {
  const target = await upstream((_, response) =>
    response.writeHead(200, { 'Content-Type': 'text/html' }).end('<script>1</script>'),
  )
  const answer = await createProxy({ target }).fetch(get('/v1/me'))
  expect(answer.headers.get('Content-Type')).toBe('text/plain; charset=utf-8')
  expect(answer.headers.get('X-Content-Type-Options')).toBe('nosniff')
})

describe('faults of the service', () => {
  const problem = async (target: URL, options = {}) => {
    const answer = await createProxy({ target, ...options }).fetch(get('/v1/me', { Authorization: 'Bearer topsecret' }))
    const text = await answer.text()
    expect(text).not.toContain('topsecret')
    expect(text).not.toContain('127.0.0.1')
    return { status: answer.status, code: JSON.parse(text).code }
  }
  test.each([301, 302, 303, 307, 308])('a redirect (%i) is never followed', async (status) => {
    let elsewhere = 0
    const other = await upstream((_, response) => {
      elsewhere += 1
      response.end()
    })
    const target = await upstream((_, response) => response.writeHead(status, { Location: other.href }).end())
    expect(await problem(target)).toEqual({ status: 502, code: 'upstream_redirected' })
    expect(elsewhere).toBe(0)
  })
  test('nobody there', async () => {
    const target = await upstream(() => undefined)
    await new Promise((resolve) => servers.at(-1)?.close(resolve))
    expect(await problem(target)).toEqual({ status: 502, code: 'upstream_unreachable' })
  })
  test('no answer in time', async () => {
    const target = await upstream(() => undefined)
    expect(await problem(target, { answerTimeout: 80 })).toEqual({ status: 504, code: 'upstream_timed_out' })
  })
  test('an answer that hangs in the middle', async () => {
    const target = await upstream((_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' })
      response.write('{')
    })
    expect(await problem(target, { answerTimeout: 120 })).toEqual({ status: 504, code: 'upstream_timed_out' })
  })
  test('an answer that breaks off', async () => {
    const target = await upstream((_, response) => {
      response.writeHead(200, { 'Content-Length': '100' })
      response.write('{', () => response.destroy())
    })
    expect(await problem(target)).toEqual({ status: 502, code: 'upstream_unreadable' })
  })
  test('an answer that is too large', async () => {
    const target = await upstream((_, response) => response.end('x'.repeat(5_000)))
    expect(await problem(target, { maxAnswer: 1_000 })).toEqual({ status: 502, code: 'upstream_unreadable' })
  })
})

test('nothing but the interface’s paths is passed on', async () => {
  let asked = 0
  const target = await upstream((_, response) => {
    asked += 1
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
  const wrong = await proxy.fetch(new Request('http://page.test/v1/me', { method: 'DELETE' }))
  expect(wrong.status).toBe(405)
  expect(asked).toBe(0)
})
