import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const FILES: Readonly<Record<string, string>> = {
  '/': 'text/html',
  '/floor.css': 'text/css',
  '/floor.js': 'text/javascript',
}

/** Serves the page without a framework, with this board. */
export async function startFloor(boardJson: string) {
  const server = createServer(({ url = '/' }, response) => {
    if (url === '/board.json') {
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(boardJson)
      return
    }
    const type = FILES[url]
    if (!type) {
      response.writeHead(404).end()
      return
    }
    const file = new URL(`floor${url === '/' ? '/index.html' : url}`, import.meta.url)
    response.writeHead(200, { 'Content-Type': type }).end(readFileSync(file))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, stop: () => server.close() }
}
