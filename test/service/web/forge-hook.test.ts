import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { HookResult } from '#service/repository/forge/forge-hook.ts'
import { createMemoryService, type MemoryService } from '#test/support/memory-service.ts'
import { startWebServer } from '#test/support/web-server.ts'

let running: MemoryService
let web: Awaited<ReturnType<typeof startWebServer>>
let result: HookResult = 'woken'
const received: { headers: Headers; body: Uint8Array }[] = []

beforeAll(async () => {
  running = await createMemoryService()
  web = await startWebServer({
    service: running.service,
    receiveHook: (hook) => {
      received.push(hook)
      return result
    },
  })
})
afterAll(async () => {
  await web.close()
  await running.close()
})

const post = (body: string, headers: Record<string, string> = {}) =>
  fetch(`${web.url}/hooks/forge`, { method: 'POST', body, headers })

describe('/hooks/forge', () => {
  test('gets the body as it came, with its headers', async () => {
    const response = await post('{ "a":  1 }', { 'X-Hub-Signature-256': 'sha256=0' })
    expect([response.status, await response.json()]).toEqual([202, { result: 'woken' }])
    const { headers, body } = received.at(-1) ?? {}
    expect(headers?.get('x-hub-signature-256')).toBe('sha256=0')
    expect(new TextDecoder().decode(body)).toBe('{ "a":  1 }')
  })

  test.each([
    ['forged', 401, 'hook_forged'],
    ['late', 401, 'hook_late'],
  ] as const)('refuses one that is %s', async (verdict, status, code) => {
    result = verdict
    const response = await post('{}')
    expect([response.status, (await response.json()).code]).toEqual([status, code])
    result = 'woken'
  })

  test('refuses more than 1 MiB without reading it', async () => {
    const before = received.length
    const response = await post('x'.repeat(1024 * 1024 + 1))
    expect([response.status, received.length]).toEqual([413, before])
  })

  test('takes nothing but POST', async () => {
    const response = await fetch(`${web.url}/hooks/forge`)
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
  })

  test('is nowhere without a secret', async () => {
    const without = await startWebServer({ service: running.service })
    const response = await fetch(`${without.url}/hooks/forge`, { method: 'POST', body: '{}' })
    expect(response.status).toBe(404)
    await without.close()
  })
})
