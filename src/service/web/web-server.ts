import { Hono } from 'hono'
import { messages } from '#service/messages.ts'
import { notFound, Problem, problemResponse } from '../http/problem.ts'
import { HSTS, securityHeaders } from './security-headers.ts'
import type { StaticFiles } from './static-files.ts'

export interface WebServerOptions {
  /** Handles every request under /v1: the embedded service or the proxy. */
  service: { fetch: (request: Request) => Response | Promise<Response> }
  page: StaticFiles
  /** Allowed host names; undefined allows all. On loopback, the list prevents DNS rebinding. */
  allowedHosts?: readonly string[]
}

/**
 * Creates a Hono app that serves the page, serves the API under /v1, and sets the headers of every
 * response.
 */
export function createWebServer({ service, page, allowedHosts }: WebServerOptions) {
  const app = new Hono()
  app.use(securityHeaders)
  app.use(async (context, next) => {
    await next()
    if (context.req.url.startsWith('https:')) context.header('Strict-Transport-Security', HSTS)
  })
  app.use(async (context, next) => {
    const host = context.req.header('Host') ?? ''
    if (!allowedHosts || allowedHosts.includes(hostName(host))) return next()
    return problemResponse(
      new Problem(421, 'host_not_allowed', messages.problems.hostNotAllowed),
      crypto.randomUUID(),
    )
  })
  app.get('/healthz', (context) =>
    context.json({ status: 'ok' }, 200, { 'Cache-Control': 'no-store' }),
  )
  app.all('/v1', (context) => service.fetch(context.req.raw))
  app.all('/v1/*', (context) => service.fetch(context.req.raw))
  app.all('*', (context) => {
    const file = page(context.req.raw)
    return file ?? problemResponse(notFound(), crypto.randomUUID())
  })
  app.onError(() =>
    problemResponse(
      new Problem(500, 'internal', messages.proxy.serverInternal),
      crypto.randomUUID(),
    ),
  )
  return app
}

function hostName(host: string): string {
  return host.replace(/:\d+$/, '').toLowerCase()
}
