import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { BoardResponses, MAX_RESPONSES_PER_KEY } from '#service/api/board-responses.ts'
import { streamBody } from '#service/http/stream-body.ts'
import { until } from '#test/support/until.ts'
import { startWebServer } from '#test/support/web-server.ts'

const MIB = 1024 * 1024

describe('a large response', () => {
  const large = Buffer.alloc(2 * MIB, 'x')
  const respondFrom = (responses: BoardResponses, client: number) =>
    responses.respond('"1"', { acceptEncoding: undefined, client, isHead: false }, async () => ({
      etag: '"1"',
      json: large.toString(),
    }))

  test(`is refused to a key that receives ${MAX_RESPONSES_PER_KEY}, until one of them has ended`, async () => {
    const responses = new BoardResponses()
    const sent = []
    for (let count = 0; count < MAX_RESPONSES_PER_KEY; count += 1) {
      sent.push(await respondFrom(responses, 1))
    }
    await expect(respondFrom(responses, 1)).rejects.toMatchObject({ status: 429 })
    const other = await respondFrom(responses, 2)
    expect((await other.arrayBuffer()).byteLength).toBe(large.byteLength)
    await sent[0]?.body?.cancel()
    expect((await respondFrom(responses, 1)).status).toBe(200)
  })

  test('shares its memory with all who receive it', async () => {
    const slices: ArrayBufferLike[] = []
    for (let reader = 0; reader < 3; reader += 1) {
      const stream = streamBody(large, () => undefined).getReader()
      slices.push((await stream.read()).value?.buffer ?? new ArrayBuffer(0))
      await stream.cancel()
    }
    expect(slices.every((buffer) => buffer === large.buffer)).toBe(true)
  })

  test.each([
    ['stalls', { stallMs: 50, totalMs: 60_000 }],
    ['takes too long in all', { stallMs: 60_000, totalMs: 50 }],
  ])('is cut off for a client that %s', async (_, limits) => {
    let ends = 0
    const reader = streamBody(large, () => (ends += 1), limits).getReader()
    await reader.read()
    await new Promise((resolve) => setTimeout(resolve, 150))
    await expect(reader.read()).rejects.toThrow('too slowly')
    expect(ends).toBe(1)
  })

  test('ends for the service when its client leaves', async () => {
    let hasEnded = false
    const web = await startWebServer({
      service: { fetch: () => new Response(streamBody(large, () => (hasEnded = true))) },
    })
    const socket = connect(web.port, '127.0.0.1', () =>
      socket.write('GET /v1/board HTTP/1.1\r\nHost: x\r\n\r\n'),
    )
    await new Promise((resolve) => socket.once('data', resolve))
    socket.destroy()
    await until(() => hasEnded)
    await web.close()
  })
})
