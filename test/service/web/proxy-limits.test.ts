import { createServer, type Server } from 'node:http'
import type { AddressInfo, Server as TcpServer } from 'node:net'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createProxy } from '#service/web/proxy.ts'

const MIB = 1024 * 1024

const servers: { close: () => void; closeAllConnections?: () => void }[] = []

async function listen(server: Server | TcpServer): Promise<string> {
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe('the proxy', () => {
  test('gives each key its share: slow readers of one don’t stop another', async () => {
    const body = JSON.stringify('x'.repeat(9 * MIB))
    const target = await listen(
      createServer((_, response) => {
        response.writeHead(200, { 'Content-Type': 'application/json' }).end(body)
      }),
    )
    const proxy = createProxy({ target: new URL(target) })
    const load = (key: string) => {
      const headers = { Authorization: `Bearer ${key}` }
      return proxy.fetch(new Request('http://page.test/v1/board', { headers }))
    }
    const slow = []
    for (let count = 0; count < 20; count += 1) slow.push(await load('slow'))
    const statuses = slow.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200).length).toBeLessThan(5)
    const other = await load('other')
    expect([other.status, (await other.text()).length]).toEqual([200, body.length])
    for (const response of slow) await response.body?.cancel()
    expect((await load('slow')).status).toBe(200)
  })

  test('cuts off a client that takes nothing for 20 seconds', async () => {
    const target = await listen(
      createServer((_, response) => {
        response.writeHead(200, { 'Content-Type': 'application/json' }).end('x'.repeat(MIB))
      }),
    )
    const proxy = createProxy({ target: new URL(target) })
    onTestFinished(() => void vi.useRealTimers())
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const response = await proxy.fetch(new Request('http://page.test/v1/board'))
    const reader = response.body?.getReader()
    await reader?.read()
    vi.advanceTimersByTime(19_000)
    await reader?.read()
    vi.advanceTimersByTime(20_000)
    await expect(reader?.read()).rejects.toThrow('too slowly')
    await proxy.close()
  })
})
