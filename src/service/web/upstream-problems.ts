import { errors } from 'undici'
import { Problem } from '../http/problem.ts'
import { messages } from '../messages/messages.ts'

export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

const DNS_CODES = ['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'EAI_NODATA']
const TLS_CODES =
  /CERT|^ERR_TLS|^ERR_SSL|SELF_SIGNED|UNABLE_TO|^EPROTO$|ALTNAME|^DEPTH_ZERO|HOSTNAME_MISMATCH/

/** Which part failed, for the person who runs the proxy. */
export function explain(error: unknown, hasTimedOut: boolean): Problem {
  if (error instanceof Problem) return error
  const code = codeOf(error)
  if (error instanceof errors.ConnectTimeoutError) {
    return new Problem(504, 'upstream_timed_out', messages.proxy.connectTimedOut)
  }
  if (hasTimedOut) return new Problem(504, 'upstream_timed_out', messages.proxy.responseTimedOut)
  const { dnsFailed, tlsFailed, connectionClosed, notHttp, unreachable } = messages.proxy
  if (DNS_CODES.includes(code)) return unreachableProblem(dnsFailed)
  if (TLS_CODES.test(code)) return unreachableProblem(tlsFailed(code))
  if (error instanceof errors.HTTPParserError) return unreadable(notHttp)
  const isClosed =
    error instanceof errors.SocketError || ['ECONNRESET', 'UND_ERR_ABORTED'].includes(code)
  if (isClosed) return unreadable(connectionClosed)
  return unreachableProblem(unreachable)
}

function unreachableProblem(detail: string): Problem {
  return new Problem(502, 'upstream_unreachable', detail)
}

export function unreadable(detail: string): Problem {
  return new Problem(502, 'upstream_unreadable', detail)
}

export function tooBusy(): Problem {
  return new Problem(503, 'upstream_busy', messages.proxy.tooBusy, {}, { 'Retry-After': '1' })
}
