import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WORKSPACE_HEADER } from '#contract/endpoints.ts'
import { problemSchema } from '#contract/schemas/problem-schema.ts'
import { problemFor } from '#service/http/problem.ts'
import { messages } from '#service/messages/messages.ts'
import { StoreError, toStoreError, UncertainCommitError } from '#service/store/store-error.ts'
import { createProxy } from '#service/web/proxy.ts'
import { createMemoryService, type MemoryService } from '#test/support/memory-service.ts'
import { createPage, sendRaw, startWebServer } from '#test/support/web-server.ts'

let running: MemoryService
let web: Awaited<ReturnType<typeof startWebServer>>
let proxied: Awaited<ReturnType<typeof startWebServer>>
let proxy: ReturnType<typeof createProxy>

beforeAll(async () => {
  running = await createMemoryService()
  web = await startWebServer({ service: running.service, allowedHosts: ['127.0.0.1'] })
  proxy = createProxy({ target: new URL(web.url) })
  proxied = await startWebServer({ service: proxy })
})
afterAll(async () => {
  await proxied.close()
  await proxy.close()
  await web.close()
  await running.close()
})

const authorized = (headers = {}) => ({
  Authorization: `Bearer ${running.keys.member}`,
  'Content-Type': 'application/json',
  ...headers,
})
const load = (path: string, headers = {}) => fetch(web.url + path, { headers: authorized(headers) })

describe('If-None-Match', () => {
  test.each(['/v1/board', '/v1/labels'])(
    'of %s matches a weak tag, a list, and *',
    async (path) => {
      const etag = (await load(path)).headers.get('ETag') ?? ''
      for (const tag of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
        expect((await load(path, { 'If-None-Match': tag })).status).toBe(304)
      }
      expect((await load(path, { 'If-None-Match': '"x"' })).status).toBe(200)
    },
  )

  test('of index.html saves the transfer', async () => {
    const first = await fetch(`${web.url}/`)
    const etag = first.headers.get('ETag') ?? ''
    expect(etag).toMatch(/^"[\w-]+"$/)
    const second = await fetch(`${web.url}/`, { headers: { 'If-None-Match': etag } })
    expect([second.status, await second.text()]).toEqual([304, ''])
  })
})

describe('Accept-Encoding', () => {
  const encodingOf = async (path: string, accepted: string) => {
    const request = `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nAuthorization: Bearer ${running.keys.member}\r\nAccept-Encoding: ${accepted}\r\n\r\n`
    const response = await sendRaw(web.port, request)
    return /^content-encoding: (.*)\r$/im.exec(response)?.[1]
  }
  test.each([
    ['br', 'br'],
    ['BR', 'br'],
    ['gzip, br', 'br'],
    ['gzip;q=1.0, br;q=0.5', 'gzip'],
    ['br;q=0', undefined],
    ['gzip, br;q=0', 'gzip'],
    ['x-br', undefined],
    ['identity', undefined],
    ['*', 'br'],
    ['*;q=0', undefined],
    ['gzip;q=0.1, identity', undefined],
    ['', undefined],
  ])('%j gets %j, for the page and for the API', async (accepted, encoding) => {
    expect(await encodingOf('/', accepted)).toBe(encoding)
    expect(await encodingOf('/v1/board', accepted)).toBe(encoding)
  })

  test('a compressed board is the same board', async () => {
    const plain = await (await load('/v1/board', { 'Accept-Encoding': 'identity' })).text()
    const small = await (await load('/v1/board', { 'Accept-Encoding': 'br' })).text()
    expect(small).toBe(plain)
  })
})

describe('a body', () => {
  const post = (headers: Record<string, string>) =>
    fetch(`${web.url}/v1/labels`, {
      method: 'POST',
      headers: authorized(headers),
      body: JSON.stringify({ name: `label ${JSON.stringify(headers)}`.slice(0, 100) }),
    })
  test.each([
    [{ 'Content-Type': 'text/plain' }, 415],
    [{ 'Content-Type': 'application/jsonx' }, 415],
    [{ 'Content-Encoding': 'gzip' }, 415],
    [{ 'Content-Encoding': 'identity' }, 201],
    [{ 'Content-Type': 'application/json; charset=utf-8' }, 201],
    [{ 'Content-Type': 'application/merge-patch+json' }, 201],
  ])('with %j gets %i', async (headers, status) => {
    expect((await post(headers)).status).toBe(status)
  })
})

test('a body over the limit is rejected, with and without a length', async () => {
  const text = JSON.stringify({ name: 'x'.repeat(70_000) })
  const post = (init: object) =>
    fetch(`${web.url}/v1/labels`, { method: 'POST', headers: authorized(), ...init })
  const stream = new Blob([text]).stream()
  for (const init of [{ body: text }, { body: stream, duplex: 'half' }]) {
    const response = await post(init)
    expect([response.status, (await response.json()).code]).toEqual([413, 'body_too_large'])
  }
})

test('a new label has a Location', async () => {
  const response = await fetch(`${web.url}/v1/labels`, {
    method: 'POST',
    headers: authorized(),
    body: '{"name":"located"}',
  })
  const { id } = await response.json()
  expect(response.headers.get('Location')).toBe(`/v1/labels/${id}`)
})

test('a 401 says whether the key is missing or not accepted', async () => {
  const missing = await fetch(`${web.url}/v1/me`)
  expect(missing.headers.get('WWW-Authenticate')).toBe('Bearer')
  const wrong = await fetch(`${web.url}/v1/me`, { headers: { Authorization: 'Bearer x' } })
  expect(wrong.headers.get('WWW-Authenticate')).toBe('Bearer error="invalid_token"')
})

test('HEAD is like GET without a body, in both modes', async () => {
  for (const { url } of [web, proxied]) {
    for (const path of ['/v1/me', '/v1/board', '/v1/labels', '/v1/nothing', '/']) {
      const options = { headers: authorized() }
      const get = await fetch(url + path, options)
      const head = await fetch(url + path, { ...options, method: 'HEAD' })
      await get.arrayBuffer()
      expect([path, head.status, await head.text()]).toEqual([path, get.status, ''])
      expect(head.headers.get('Content-Type')).toBe(get.headers.get('Content-Type'))
    }
  }
})

test.each([
  '//v1/me',
  '/v1%2fme',
  '/%76%31/me',
  '/v1;/me',
  '/V1/me',
  '/v1/',
  '/v1',
  '/v1//me',
  '/v1/..%2f',
  '/./v1/nothing',
  '/healthz/',
  '/healthz%00',
  '/assets/missing.js',
  '/assets%2fmissing',
  '/.git/config',
  '/..%2fpackage.json',
  '/%2e%2e/package.json',
  '/%',
])('%s is never index.html', async (path) => {
  const response = await sendRaw(
    web.port,
    `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`,
  )
  expect(response).not.toContain('<title>')
  expect(response).toMatch(/^HTTP\/1.1 (4\d\d|200)/)
  expect(response.toLowerCase()).toContain('json')
})

test.each(['/', '/some/page', '/board'])('%s is the page', async (path) => {
  expect(await (await fetch(web.url + path)).text()).toBe(createPage().html)
})

test('the page is in the language that the browser asks for, or that a person chose', async () => {
  const { html, germanHtml } = createPage()
  const load = (headers: Record<string, string>) => fetch(`${web.url}/board`, { headers })
  const german = await load({ 'Accept-Language': 'de-AT, en;q=0.5' })
  expect(german.headers.get('Vary')).toBe('Accept-Encoding, Accept-Language, Cookie')
  expect(await german.text()).toBe(germanHtml)
  const chosen = await load({ 'Accept-Language': 'de', Cookie: 'trunkline-language=en' })
  expect(await chosen.text()).toBe(html)
  const other = await load({ 'Accept-Language': 'fr' })
  expect(await other.text()).toBe(html)
  const etags = [german, chosen].map(({ headers }) => headers.get('ETag'))
  expect(new Set(etags).size).toBe(2)
})

describe('what is not HTTP gets a problem with headers', () => {
  const cases: [name: string, bytes: string, status: number][] = [
    ['garbage', 'nonsense\r\n\r\n', 400],
    [
      'two lengths',
      'POST /v1/labels HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
      400,
    ],
    [
      'a large header',
      `GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Large: ${'x'.repeat(20_000)}\r\n\r\n`,
      431,
    ],
    [
      'an unknown expectation',
      'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nExpect: miracles\r\n\r\n',
      417,
    ],
  ]
  test.each(cases)('%s', async (_, bytes, status) => {
    const response = await sendRaw(web.port, bytes)
    const [head = '', body = ''] = response.split('\r\n\r\n')
    expect(head).toContain(`HTTP/1.1 ${status}`)
    expect(head).toContain('Content-Type: application/problem+json')
    expect(head).toContain('Cache-Control: no-store')
    expect(head).toContain('X-Content-Type-Options: nosniff')
    expect(v.parse(problemSchema, JSON.parse(body)).status).toBe(status)
  })

  test.each(['GET /v1\\me', 'OPTIONS *', 'GET http://:0:/'])(
    '%s is a problem with headers',
    async (start) => {
      const request = `${start} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`
      const response = await sendRaw(web.port, request)
      expect(response).toContain('HTTP/1.1 400')
      expect(response.toLowerCase()).toContain('content-type: application/problem+json')
      expect(response.toLowerCase()).toContain('x-content-type-options: nosniff')
      expect(response).toContain('"requestId":"')
    },
  )

  test('a request that never ends is cut in time', async () => {
    const server = await startWebServer({ service: running.service }, 1_000)
    const response = await sendRaw(server.port, 'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ')
    await server.close()
    expect(response).toContain('HTTP/1.1 408')
    expect(response).toContain('request_timed_out')
  })
})

test('every error of the web server and the proxy has the same headers and an id', async () => {
  const requests: [string, string, RequestInit][] = [
    ['unknown path', `${web.url}/v1/nothing`, {}],
    ['unknown path, by the proxy', `${proxied.url}/v1/nothing`, {}],
    ['wrong method, by the proxy', `${proxied.url}/v1/me`, { method: 'DELETE' }],
    ['wrong host', `${web.url.replace('127.0.0.1', '127.0.0.2')}/`, {}],
    ['no key', `${proxied.url}/v1/me`, {}],
    ['unknown board', `${web.url}/v1/board`, { headers: authorized({ [WORKSPACE_HEADER]: '99' }) }],
  ]
  for (const [name, url, init] of requests) {
    if (name === 'wrong host') continue
    const response = await fetch(url, init)
    const body = v.parse(problemSchema, await response.json())
    expect([name, response.headers.get('Cache-Control')]).toEqual([name, 'no-store'])
    expect([name, response.headers.get('X-Content-Type-Options')]).toEqual([name, 'nosniff'])
    expect([name, response.headers.get('X-Request-Id')]).toEqual([name, body.requestId])
  }
  const wrongHost = await sendRaw(
    web.port,
    'GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n',
  )
  expect(wrongHost).toContain('HTTP/1.1 421')
  expect(wrongHost.toLowerCase()).toContain('x-request-id: ')
})

test('HSTS is sent exactly when people use the server by https', async () => {
  const secure = await startWebServer({ service: running.service, isHttps: true })
  for (const path of ['/', '/v1/me', '/v1/nothing', '/healthz']) {
    const hsts = 'Strict-Transport-Security'
    expect((await fetch(secure.url + path)).headers.get(hsts)).toContain('max-age=31536000')
    expect((await fetch(web.url + path)).headers.get(hsts)).toBeNull()
  }
  await secure.close()
})

test('the client behind a trusted proxy is the last one that the proxy names', async () => {
  const trusting = await startWebServer({ service: running.service, trustProxy: true })
  const headers = { 'X-Forwarded-For': '198.51.100.1, 203.0.113.7' }
  await fetch(`${trusting.url}/healthz`, { headers })
  expect(trusting.lines.at(-1)).toMatchObject({ from: '203.0.113.7' })
  await fetch(`${web.url}/healthz`, { headers })
  expect(web.lines.at(-1)).toMatchObject({ from: '127.0.0.1' })
  await trusting.close()
})

test.each([
  ['busy', 503, messages.problems.storeBusy],
  ['unreachable', 503, messages.problems.storeBusy],
  ['full', 507, messages.problems.storeFull],
] as const)('a store that is %s is status %i', (type, status, detail) => {
  expect(problemFor(new StoreError(type, new Error('x')))).toMatchObject({ status, detail })
})

test('a commit that nobody knows about is not called undone', () => {
  const problem = problemFor(new UncertainCommitError('lost'))
  expect(problem).toMatchObject({ status: 500, detail: messages.problems.commitUncertain })
})

test.each([
  [{ errcode: 5 }, 'busy'],
  [{ errcode: 261 }, 'busy'],
  [{ errcode: 13 }, 'full'],
  [{ code: '53100' }, 'full'],
  [{ code: '55P03' }, 'busy'],
  [{ code: '0A000' }, 'busy'],
  [{ code: '08006' }, 'unreachable'],
  [{ code: 'ECONNREFUSED' }, 'unreachable'],
  [{ code: '57P01' }, 'unreachable'],
])('an error of the database with %j is recognized', (properties, type) => {
  const error = Object.assign(new Error('x'), properties)
  expect(toStoreError(error)).toMatchObject({ name: 'StoreError', type })
})
