/**
 * The service worker: it keeps the files of the page, so that the page opens without a connection.
 * It never answers a request to the API, and keeps nothing of it. Online, the page itself comes
 * from the server.
 * See .github/decisions/0019-the-installed-page.md.
 */

/** The built files, as paths, and a hash of their names and of the page. The build puts them here. */
declare const SHELL: { version: string; files: readonly string[] }

interface LastingEvent extends Event {
  waitUntil: (work: Promise<unknown>) => void
}

interface LoadEvent extends Event {
  request: Request
  preloadResponse: Promise<Response | undefined>
  respondWith: (response: Promise<Response>) => void
}

/** The part of `ServiceWorkerGlobalScope` that is used here. */
interface WorkerScope {
  registration: ServiceWorkerRegistration
  clients: { claim: () => Promise<void> }
  skipWaiting: () => Promise<void>
  addEventListener: ((type: 'install' | 'activate', act: (event: LastingEvent) => void) => void) &
    ((type: 'fetch', act: (event: LoadEvent) => void) => void) &
    ((type: 'message', act: (event: MessageEvent) => void) => void)
}

const scope: WorkerScope = Object(globalThis)

const PREFIX = 'trunkline-shell-'
const CACHE = `${PREFIX}${SHELL.version}`
const PAGE = '/'
const LOGO = '/favicon.svg'
/** Has the name of the cache of the version that was in charge last. */
const RECORD = 'trunkline-active'
const ACTIVE = '/assets/active'

scope.addEventListener('install', (event) => event.waitUntil(keepFiles()))
scope.addEventListener('activate', (event) => event.waitUntil(takeOver()))
scope.addEventListener('message', ({ data, ports: [port] }) => {
  // A page asks whether it is of this version already.
  if (typeof data.script === 'string') port?.postMessage(SHELL.files.includes(data.script))
  if (data.type === 'take-over') void scope.skipWaiting()
})
scope.addEventListener('fetch', (event) => {
  const response = responseFor(event)
  if (response) event.respondWith(response)
})

async function keepFiles(): Promise<void> {
  const cache = await caches.open(CACHE)
  const page = await fetch(PAGE, { cache: 'no-cache' })
  const scripts = (await page.clone().text()).match(/\/assets\/[\w.-]+\.(js|css)/g) ?? []
  // A deployment came in between: the next check finds its version.
  if (!page.ok || !scripts.every((path) => SHELL.files.includes(path))) throw new Error('Outdated')
  await cache.put(PAGE, page)
  await cache.addAll([...SHELL.files, LOGO])
}

async function takeOver(): Promise<void> {
  // The page doesn't wait until this script has started.
  await scope.registration.navigationPreload?.enable()
  const record = await caches.open(RECORD)
  // A tab may still run the version before this one.
  const before = await (await record.match(ACTIVE))?.text()
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX))
  const old = names.filter((name) => name !== CACHE && name !== before)
  await Promise.all(old.map((name) => caches.delete(name)))
  await record.put(ACTIVE, new Response(CACHE))
  await scope.clients.claim()
}

/** Undefined leaves the request to the browser. */
function responseFor(event: LoadEvent): Promise<Response> | undefined {
  const { request } = event
  const { origin, pathname, hash } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return undefined
  if (request.mode === 'navigate') {
    // What follows the # can be a key.
    return pathname === PAGE && hash === '' ? loadLatest(PAGE, event) : undefined
  }
  if (pathname === LOGO) return loadLatest(LOGO, event)
  return pathname.startsWith('/assets/') ? loadFile(request) : undefined
}

/** The names of these stay when their contents change. Without a connection, the last one counts. */
async function loadLatest(
  path: string,
  { request, preloadResponse }: LoadEvent,
): Promise<Response> {
  try {
    return (await preloadResponse) ?? (await fetch(request))
  } catch (error) {
    const kept = await (await caches.open(CACHE)).match(path)
    if (kept) return kept
    throw error
  }
}

/** The names of these files change with their contents. */
async function loadFile(request: Request): Promise<Response> {
  return (await caches.match(request.url)) ?? fetch(request)
}
