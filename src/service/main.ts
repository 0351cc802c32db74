import type { Server } from 'node:http'
import { createAdaptorServer } from '@hono/node-server'
import { DataMismatchError, type OpenService, openService } from './open-service.ts'
import { HELP, isLoopback, readOptions, type ServerOptions, UsageError } from './options.ts'
import { ensurePageBuilt } from './page-build.ts'
import { createProxy } from './proxy.ts'
import { loadStaticFiles } from './static-files.ts'
import { DirectoryInUseError } from './store/open-database.ts'
import { createWebServer } from './web-server.ts'

const STOP_WITHIN = 4_000

await run().catch((error: unknown) => {
  if (error instanceof UsageError) {
    console.error(`${error.message}\nTry: npm start -- --help`)
    process.exit(2)
  }
  const known = error instanceof DirectoryInUseError || error instanceof DataMismatchError
  console.error(error instanceof Error ? (known ? error.message : `Cannot start: ${error.message}`) : String(error))
  process.exit(known ? 2 : 1)
})

async function run(): Promise<void> {
  const options = readOptions(process.argv.slice(2), process.env)
  if (!options) {
    console.log(HELP)
    return
  }
  const page = loadStaticFiles(await ensurePageBuilt(() => console.log('Building the page …')))
  const opened = options.serviceUrl ? undefined : await openEmbedded(options)
  const service = options.serviceUrl ? createProxy({ target: options.serviceUrl }) : opened?.service
  if (!service) return
  const allowedHosts = isLoopback(options.host) ? ['localhost', '127.0.0.1', '[::1]', options.host] : undefined
  const app = createWebServer({ service, page, ...(allowedHosts ? { allowedHosts } : {}) })
  const server = createAdaptorServer({ fetch: app.fetch }) as Server
  server.requestTimeout = 10_000
  server.headersTimeout = 10_000
  try {
    await listen(server, options)
  } catch (error) {
    await opened?.close()
    throw error
  }
  stopOnSignal(server, opened)
  announce(server, options, opened)
}

function openEmbedded(options: ServerOptions): Promise<OpenService> {
  return openService({
    ...options,
    onFault: (requestId, error) => console.error(`request ${requestId} failed:`, error),
  })
}

function listen(server: Server, { port, host }: ServerOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const inUse = error.code === 'EADDRINUSE'
      reject(
        inUse ? new UsageError(`Port ${port} is in use. Stop what uses it, or choose another with --port.`) : error,
      )
    })
    server.listen(port, host, resolve)
  })
}

function announce(server: Server, options: ServerOptions, opened: OpenService | undefined): void {
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : options.port
  const host = options.host === '0.0.0.0' || options.host === '::' ? 'localhost' : options.host
  const base = `http://${host.includes(':') ? `[${host}]` : host}:${port}/`
  if (options.serviceUrl) console.log(`Passing /v1 on to ${options.serviceUrl.href}`)
  if (opened && opened.demoKeys.length > 0) {
    console.log('Sign-in links of the demo keys (each one holds its key, so treat it like a password):')
    for (const key of opened.demoKeys) console.log(`  ${key.name.padEnd(11)} ${base}#key=${key.secret}`)
  } else if (opened?.isEmpty) {
    console.log('The store holds no board, and no command makes one yet. Without --empty it is filled with the demo.')
  } else if (opened) {
    console.log('This board has no demo keys. Make a key: npm run credential -- create --name NAME --board ID:ROLE')
  }
  console.log(`Board ready at ${base}`)
}

function stopOnSignal(server: Server, opened: OpenService | undefined): void {
  let stopping = false
  const stop = () => {
    if (stopping) return
    stopping = true
    setTimeout(() => server.closeAllConnections(), STOP_WITHIN).unref()
    server.close(() => {
      void Promise.resolve(opened?.close()).finally(() => process.exit(0))
    })
    server.closeIdleConnections()
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}
