import { randomUUID } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import type { Context, MiddlewareHandler } from 'hono'
import type { RequestRecord } from '../http/request-record.ts'
import { type Logger, loggedText } from './logger.ts'
import type { Metrics } from './metrics.ts'

export interface WebEnv {
  Bindings: Partial<HttpBindings>
  Variables: { requestId: string; record: RequestRecord }
}

interface AccessRecordOptions {
  log: Logger
  metrics: Metrics
  /** Whether X-Forwarded-For comes from a proxy that the operator runs. */
  trustProxy: boolean
}

/** Gives each request an id, and writes down how it ended. */
export function recordAccess({
  log,
  metrics,
  trustProxy,
}: AccessRecordOptions): MiddlewareHandler<WebEnv> {
  return async (context, next) => {
    const requestId = randomUUID()
    const record: RequestRecord = {}
    context.set('requestId', requestId)
    context.set('record', record)
    const startedAt = performance.now()
    await next()
    // The upstream of a proxy has given its own, which its errors quote.
    const given = context.res.headers.get('X-Request-Id')
    if (given === null) context.res.headers.set('X-Request-Id', requestId)
    else if (given !== requestId) {
      record.upstreamRequestId = loggedText(given, context.req.header('Authorization'))
    }
    const { method, path } = context.req
    const { status } = context.res
    const milliseconds = performance.now() - startedAt
    const { code, hasWaited } = record
    metrics.observe({ method, path, status, seconds: milliseconds / 1_000, code, hasWaited })
    const level = levelOf(status)
    if (!log.isLevelEnabled(level)) return
    const authorization = context.req.header('Authorization')
    const from = clientAddress(context, trustProxy)
    log[level](
      {
        requestId,
        method,
        path: loggedText(path, authorization),
        status,
        ms: Math.round(milliseconds * 10) / 10,
        ...(from === undefined ? {} : { from: loggedText(from, authorization) }),
        ...record,
      },
      'request',
    )
  }
}

/** Rejected keys, missing roles, and limits are worth a look. */
function levelOf(status: number): 'info' | 'warn' | 'error' {
  if (status >= 500) return 'error'
  return [401, 403, 421, 429].includes(status) ? 'warn' : 'info'
}

/** Of the client, or of the last proxy that isn't trusted. */
export function clientAddress(context: Context<WebEnv>, trustProxy: boolean): string | undefined {
  const forwarded = trustProxy ? context.req.header('X-Forwarded-For') : undefined
  const last = forwarded?.split(',').at(-1)?.trim()
  return last || context.env.incoming?.socket.remoteAddress
}
