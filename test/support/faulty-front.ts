import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

type Fault = 'none' | 'overloaded' | 'cut'

/**
 * A server before a board that can answer 503 in its place, cut every connection, or change a file as
 * a new version would.
 */
export async function startFaultyFront(boardUrl: string) {
  let fault: Fault = 'none'
  let changed: { path: string; change: (text: string) => string } | undefined
  const server = createServer((incoming, response) => {
    const { url = '/', method, headers } = incoming
    if (fault === 'cut') return void incoming.socket.destroy()
    if (fault === 'overloaded' && url.startsWith('/v1/')) {
      response.writeHead(503, { 'Content-Type': 'application/json' })
      return void response.end('{"error":{"message":"The stages are being rebuilt."}}')
    }
    const target = new URL(url, boardUrl)
    const change = changed?.path === url ? changed.change : undefined
    const { 'accept-encoding': encoding, 'if-none-match': version, ...others } = headers
    const wanted = { ...(change ? others : headers), host: target.host }
    const forwarded = request(target, { method, headers: wanted }, (answer) => {
      const { 'content-length': length, ...answered } = answer.headers
      response.writeHead(answer.statusCode ?? 502, change ? answered : answer.headers)
      if (!change) return void answer.pipe(response)
      let text = ''
      answer.on('data', (part) => {
        text += part
      })
      answer.on('end', () => response.end(change(text)))
    })
    forwarded.on('error', () => response.destroy())
    response.on('close', () => forwarded.destroy())
    incoming.pipe(forwarded)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    changeFile: (path: string, change: (text: string) => string) => {
      changed = { path, change }
    },
    /** Requests that wait for a change fail, too. */
    setFault: (next: Fault) => {
      fault = next
      if (next !== 'none') server.closeAllConnections()
    },
    close: () => {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
