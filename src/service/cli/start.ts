import type { Server } from 'node:http'
import { createAdaptorServer } from '@hono/node-server'
import { messages } from '#service/messages.ts'
import { DataMismatchError, type OpenService, openService } from '../open-service.ts'
import { DirectoryInUseError } from '../store/open-database.ts'
import { ensurePageBuilt } from '../web/page-build.ts'
import { createProxy } from '../web/proxy.ts'
import { loadStaticFiles } from '../web/static-files.ts'
import { createWebServer } from '../web/web-server.ts'
import { HELP, isLoopback, readOptions, type ServerOptions, UsageError } from './options.ts'

const SHUTDOWN_TIMEOUT_MS = 4_000

await run().catch((error: unknown) => {
  if (error instanceof UsageError) {
    console.error(`${error.message}\n${messages.usage.seeHelp}`)
    process.exit(2)
  }
  const isConfigurationError =
    error instanceof DirectoryInUseError || error instanceof DataMismatchError
  const message = error instanceof Error ? error.message : String(error)
  console.error(isConfigurationError ? message : messages.startup.failed(message))
  process.exit(isConfigurationError ? 2 : 1)
})

async function run(): Promise<void> {
  const options = readOptions(process.argv.slice(2), process.env)
  if (!options) {
    console.log(HELP)
    return
  }
  const page = loadStaticFiles(await ensurePageBuilt(() => console.log(messages.startup.building)))
  const opened = options.serviceUrl ? undefined : await openEmbedded(options)
  const service = options.serviceUrl ? createProxy({ target: options.serviceUrl }) : opened?.service
  if (!service) return
  const allowedHosts = isLoopback(options.host)
    ? ['localhost', '127.0.0.1', '[::1]', options.host]
    : undefined
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
  printStartup(server, options, opened)
}

function openEmbedded(options: ServerOptions): Promise<OpenService> {
  return openService({
    ...options,
    onFault: (requestId, error) => console.error(messages.startup.requestFailed(requestId), error),
  })
}

function listen(server: Server, { port, host }: ServerOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const inUse = error.code === 'EADDRINUSE'
      reject(inUse ? new UsageError(messages.usage.portInUse(port)) : error)
    })
    server.listen(port, host, resolve)
  })
}

function printStartup(
  server: Server,
  options: ServerOptions,
  opened: OpenService | undefined,
): void {
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : options.port
  const host = options.host === '0.0.0.0' || options.host === '::' ? 'localhost' : options.host
  const base = `http://${host.includes(':') ? `[${host}]` : host}:${port}/`
  if (options.serviceUrl) console.log(messages.startup.proxying(options.serviceUrl.href))
  if (opened && opened.demoKeys.length > 0) {
    console.log(messages.startup.signInLinks)
    for (const key of opened.demoKeys)
      console.log(`  ${key.name.padEnd(11)} ${base}#key=${key.secret}`)
  } else if (opened?.isEmpty) {
    console.log(messages.startup.noBoards)
  } else if (opened) {
    console.log(messages.startup.noDemoKeys)
  }
  console.log(messages.startup.ready(base))
}

function stopOnSignal(server: Server, opened: OpenService | undefined): void {
  let isStopping = false
  const stop = () => {
    if (isStopping) return
    isStopping = true
    setTimeout(() => server.closeAllConnections(), SHUTDOWN_TIMEOUT_MS).unref()
    server.close(() => {
      void Promise.resolve(opened?.close()).finally(() => process.exit(0))
    })
    server.closeIdleConnections()
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}
