import { mkdtempSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import pino from 'pino'
import { createHttpServer } from '#service/web/http-server.ts'
import { Metrics } from '#service/web/metrics.ts'
import { loadStaticFiles } from '#service/web/static-files.ts'
import { createWebServer, type WebServerOptions } from '#service/web/web-server.ts'

const PAGE = `<!doctype html><title>A page</title>${'<p>text</p>'.repeat(300)}`

/** In German. */
const GERMAN_PAGE = PAGE.replace('A page', 'Eine Seite')

/** A page of one file for each language. */
export function createPage() {
  const directory = mkdtempSync(join(tmpdir(), 'board-'))
  writeFileSync(join(directory, 'index.html'), PAGE)
  writeFileSync(join(directory, 'index.html.br'), brotliCompressSync(PAGE))
  writeFileSync(join(directory, 'index.html.gz'), gzipSync(PAGE))
  writeFileSync(join(directory, 'index.de.html'), GERMAN_PAGE)
  return { files: loadStaticFiles(directory), html: PAGE, germanHtml: GERMAN_PAGE }
}

type LogLine = Readonly<Record<string, unknown>>

/** The web server over a service, on a free port, with its log. */
export async function startWebServer(
  options: Partial<WebServerOptions> & Pick<WebServerOptions, 'service'>,
  requestTimeoutMs?: number,
) {
  const lines: LogLine[] = []
  const sink = new Writable({
    write: (chunk, _, done) => {
      lines.push(JSON.parse(String(chunk)))
      done()
    },
  })
  const log = pino({ base: null }, sink)
  const app = createWebServer({
    page: createPage().files,
    log,
    metrics: new Metrics({ waiting: () => 3 }),
    checkReady: async () => undefined,
    ...options,
  })
  const server = createHttpServer(app.fetch, undefined, requestTimeoutMs)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.closeAllConnections()
    return new Promise<void>((resolve) => server.close(() => resolve()))
  }
  return { url: `http://127.0.0.1:${port}`, port, lines, log, app, close }
}

/** Sends bytes as they are, and resolves to all that comes back until the connection ends. */
export function sendRaw(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    let received = ''
    socket.on('data', (chunk) => {
      received += chunk
    })
    socket.on('close', () => resolve(received))
    socket.on('error', reject)
  })
}
