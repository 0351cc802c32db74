import type { Server } from 'node:http'
import { setFlagsFromString } from 'node:v8'
import { IS_PACKAGE } from '../messages/command-names.ts'
import { messages } from '../messages/messages.ts'
import { type OpenService, openService } from '../open-service.ts'
import { RepositoryError } from '../repository/git/git.ts'
import type { OpenRepositories } from '../repository/open-repositories.ts'
import { DataDirectoryError } from '../store/data-directory.ts'
import { createHttpServer } from '../web/http-server.ts'
import { createLogger, type Logger, loggedError } from '../web/logger.ts'
import { Metrics } from '../web/metrics.ts'
import { ensurePageBuilt } from '../web/page-build.ts'
import { createProxy } from '../web/proxy.ts'
import { loadStaticFiles } from '../web/static-files.ts'
import { createWebServer, type ServiceHandler } from '../web/web-server.ts'
import { OneTimeSignIn, openInBrowser, secretToOpen } from './open-page.ts'
import { isLoopback } from './option-values.ts'
import { readOptions, type ServerOptions } from './options.ts'
import { START_HELP } from './start-options.ts'
import { UsageError } from './usage-error.ts'

const SHUTDOWN_TIMEOUT_MS = 4_000
/**
 * Connections that the system holds until they are accepted. After a restart, all pages connect at
 * once, and those that find no place try again only after seconds. Linux holds as many by default.
 */
const LISTEN_BACKLOG = 4_096
const IDLE_CHECK_MS = 50
const PARENT_CHECK_MS = 250

// A sync of thousands of branches leaves a lot of garbage. By default, V8 lets the heap grow to
// several times what is in use before it collects any.
setFlagsFromString('--heap-growing-percent=25')

await run().catch((error: unknown) => {
  if (error instanceof UsageError) {
    console.error(`${error.message}\n${messages.usage.seeHelp}`)
    process.exit(2)
  }
  const message = error instanceof Error ? error.message : String(error)
  const canBeMended = error instanceof DataDirectoryError || error instanceof RepositoryError
  console.error(canBeMended ? message : messages.startup.failed(message))
  process.exit(canBeMended ? 2 : 1)
})

/** The embedded service, or the proxy to another one. */
interface RunningService {
  handler: ServiceHandler
  checkReady: () => Promise<void>
  /** Loads that wait for a change. */
  waiting: () => number
  /** Ends what would hold up a stop. */
  stop: () => void
  close: () => Promise<void>
  opened: OpenService | undefined
  problems: () => string[]
}

async function run(): Promise<void> {
  const options = readOptions(process.argv.slice(2), process.env)
  // No program that this one starts needs them.
  delete process.env.FORGE_TOKEN
  delete process.env.FORGE_WEBHOOK_SECRET
  if (!options) {
    console.log(START_HELP)
    return
  }
  const log = createLogger(options.logLevel ?? (process.stderr.isTTY ? 'warn' : 'info'))
  const page = loadStaticFiles(await ensurePageBuilt((line) => console.log(line)))
  const service = await startService(options, log)
  const metrics = new Metrics({
    waiting: service.waiting,
    forgeRequests: service.opened?.repositories.forgeRequests,
  })
  const signIn = options.open ? await makeSignIn(service.opened) : undefined
  const app = createWebServer({
    service: service.handler,
    page,
    log,
    metrics,
    checkReady: service.checkReady,
    problems: service.problems,
    allowedHosts: allowedHosts(options),
    isHttps: options.publicUrl?.protocol === 'https:',
    trustProxy: options.trustProxy,
    metricsToken: options.metricsToken,
    receiveHook: service.opened?.receiveHook,
    signIn,
  })
  const server = createHttpServer(app.fetch, ({ status, code }) => {
    metrics.observe({ method: 'OTHER', path: '', status, seconds: 0, code })
    log.warn({ status, code }, 'not a request')
  })
  try {
    await listen(server, options)
  } catch (error) {
    await service.close()
    throw error
  }
  stopOnSignal(server, service)
  printStartup(server, options, service.opened)
  if (signIn) openPage(new URL(signIn.path, localUrl(server, options)).href)
}

async function makeSignIn(opened: OpenService | undefined): Promise<OneTimeSignIn> {
  const secret = opened && (await secretToOpen(opened))
  return new OneTimeSignIn(secret === undefined ? '/' : `/#key=${secret}`)
}

function openPage(url: string): void {
  openInBrowser(url).catch(() => console.error(messages.startup.notOpened(url)))
}

async function startService(options: ServerOptions, log: Logger): Promise<RunningService> {
  const onFault = (requestId: string, error: unknown) =>
    log.error({ requestId, error: loggedError(error) }, 'fault')
  if (options.serviceUrl) {
    const { serviceUrl, maxWaiting } = options
    const proxy = createProxy({ target: serviceUrl, maxWaiting, onFault })
    const { checkReady, waiting, stop, close } = proxy
    const opened = undefined
    return { handler: proxy, checkReady, waiting, stop, close, opened, problems: () => [] }
  }
  const { writesPerMinute, loadsPerMinute } = options
  const limits = { writesPerMinute, loadsPerMinute }
  const onConfigChange = (change: object) => log.info(change, 'configuration changed')
  const opened = await openService({ ...options, limits, onFault, onConfigChange })
  const { service, checkReady, waiting, stop, close, problems } = opened
  return { handler: service, checkReady, waiting, stop, close, opened, problems }
}

/** Undefined allows all: on an address that isn't loopback, and without a public URL. */
function allowedHosts({ host, publicUrl }: ServerOptions): string[] | undefined {
  const local = ['localhost', '127.0.0.1', '[::1]']
  if (publicUrl) return [...local, publicUrl.hostname]
  return isLoopback(host) ? [...local, host] : undefined
}

function listen(server: Server, { port, host }: ServerOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const inUse = error.code === 'EADDRINUSE'
      reject(inUse ? new UsageError(messages.usage.portInUse(port)) : error)
    })
    server.listen(port, host, LISTEN_BACKLOG, resolve)
  })
}

function printStartup(
  server: Server,
  options: ServerOptions,
  opened: OpenService | undefined,
): void {
  const url = options.publicUrl?.href ?? localUrl(server, options)
  if (options.serviceUrl) console.log(messages.startup.proxying(options.serviceUrl.href))
  if (opened) printKeys(opened, url, options)
  for (const problem of opened?.problems() ?? []) console.error(problem)
  if (IS_PACKAGE && opened && !options.databaseUrl) {
    console.log(messages.startup.dataIn(options.data))
  }
  const isEncrypted = options.publicUrl?.protocol === 'https:'
  if (!isLoopback(options.host) && !isEncrypted) {
    console.error(messages.startup.unencrypted(options.host))
  }
  console.log(messages.startup.ready(url))
}

function localUrl(server: Server, options: ServerOptions): string {
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : options.port
  const host = options.host === '0.0.0.0' || options.host === '::' ? 'localhost' : options.host
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}/`
}

/** A link contains its key: only the first start prints them without being asked. */
function printKeys(
  { demo, isEmpty, repositories }: OpenService,
  url: string,
  { showLinks, repositories: { sources } }: ServerOptions,
): void {
  if (sources.length > 0) return printRepositories(repositories, url)
  if (isEmpty) return console.log(messages.startup.noBoards)
  if (demo.keys.length === 0) return console.log(messages.startup.noDemoKeys)
  console.log(messages.startup.demoGate(demo.repository))
  if (!demo.isNew && !showLinks) return console.log(messages.startup.demoKeysHidden)
  console.log(messages.startup.signInLinks)
  for (const key of demo.keys) console.log(`  ${key.name.padEnd(11)} ${url}#key=${key.secret}`)
}

function printRepositories({ boards, ownerSecret }: OpenRepositories, url: string): void {
  for (const { id, name, source, hasKey } of boards) {
    console.log(messages.repository.opened(name, source))
    if (!hasKey) console.log(messages.repository.noKey(name, id))
  }
  if (ownerSecret === undefined) return
  console.log(messages.repository.ownerLink)
  console.log(`  ${'owner'.padEnd(11)} ${url}#key=${ownerSecret}`)
}

function stopOnSignal(server: Server, service: RunningService): void {
  let isStopping = false
  const stop = () => {
    if (isStopping) return
    isStopping = true
    service.stop()
    setTimeout(() => server.closeAllConnections(), SHUTDOWN_TIMEOUT_MS).unref()
    // A connection stays open after its response, and `close` waits for it.
    setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS)
    server.close(() => {
      void service.close().finally(() => process.exit(0))
    })
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  if (process.env.npm_lifecycle_event !== undefined) stopWithParent(stop)
}

/** npm runs a shell that doesn't pass signals on: when it's gone, so is the reason to run. */
function stopWithParent(stop: () => void): void {
  const parent = process.ppid
  setInterval(() => process.ppid !== parent && stop(), PARENT_CHECK_MS).unref()
}
