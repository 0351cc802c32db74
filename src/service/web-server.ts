import { Hono } from 'hono'
import { Problem, problemResponse } from './problem.ts'
import { HSTS, SECURITY_HEADERS } from './security-headers.ts'
import type { StaticFiles } from './static-files.ts'

/** What one origin serves: the page, and the interface under /v1. */
export interface WebServerParts {
  /** Answers everything under /v1: the embedded service or the proxy. */
  service: { fetch: (request: Request) => Response | Promise<Response> }
  page: StaticFiles
  /** Host names that requests may carry; undefined allows all. On loopback this keeps DNS rebinding out. */
  allowedHosts?: readonly string[]
}

/** The whole web server as one fetch-shaped application: the headers of every answer are set here. */
export function createWebServer({ service, page, allowedHosts }: WebServerParts) {
  const app = new Hono()
  app.use(async (context, next) => {
    await next()
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) context.header(name, value)
    if (context.req.url.startsWith('https:')) context.header('Strict-Transport-Security', HSTS)
  })
  app.use(async (context, next) => {
    const host = context.req.header('Host') ?? ''
    if (!allowedHosts || allowedHosts.includes(hostName(host))) return next()
    return problemResponse(
      new Problem(421, 'host_not_allowed', 'This address is not one this server answers to. Use the printed one.'),
      crypto.randomUUID(),
    )
  })
  app.get('/healthz', (context) => context.json({ status: 'ok' }, 200, { 'Cache-Control': 'no-store' }))
  app.all('/v1', (context) => service.fetch(context.req.raw))
  app.all('/v1/*', (context) => service.fetch(context.req.raw))
  app.all('*', (context) => {
    const found = page(context.req.raw)
    return (
      found ?? problemResponse(new Problem(404, 'not_found', 'There is nothing at this path.'), crypto.randomUUID())
    )
  })
  app.onError(() =>
    problemResponse(new Problem(500, 'internal', 'The server failed on this request.'), crypto.randomUUID()),
  )
  return app
}

function hostName(host: string): string {
  return host.replace(/:\d+$/, '').toLowerCase()
}
