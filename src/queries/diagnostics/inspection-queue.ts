import type { QueryClient } from '@tanstack/react-query'
import type { RawResponse } from '#client/send.ts'
import { setDeprecation } from '#state/service-notices-store.ts'
import { perClient } from '../per-client.ts'
import type { QueuedResponse } from './report-unrecognized.ts'

/** Time between a response and its inspection: the screen comes first. */
const DELAY_MS = 2_000

/** Keeps responses until there is time to list their unrecognized data. */
class InspectionQueue {
  /** By source: only the newest of several responses from one source is worth inspecting. */
  private readonly waiting = new Map<string, QueuedResponse>()
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(private readonly queryClient: QueryClient) {}

  add(keyId: string, response: RawResponse): void {
    reportDeprecation(response.headers)
    const { json, formatError, findings } = response
    if (json === undefined && !formatError && !findings) return
    const source = sourceOf(keyId, response)
    this.waiting.set(source, { source, keyId, response })
    this.timer ??= setTimeout(() => void this.flush(), DELAY_MS)
  }

  /** Inspects the queued responses now. */
  async flush(): Promise<void> {
    clearTimeout(this.timer)
    this.timer = undefined
    const responses = [...this.waiting.values()]
    this.waiting.clear()
    // If the code can't be loaded, the next responses load it; nothing on the screen depends on it.
    const module = await import('./report-unrecognized.ts').catch(() => undefined)
    await module?.reportUnrecognized(responses, this.queryClient)
  }
}

export const inspectionQueueOf = perClient((queryClient) => new InspectionQueue(queryClient))

function sourceOf(keyId: string, { endpoint, workspaceId, formatError }: RawResponse): string {
  return JSON.stringify([keyId, workspaceId, endpoint, formatError])
}

/**
 * The service announces the end of this version of its interface (RFC 9745, RFC 8594). [gap G24]
 */
function reportDeprecation(headers: Headers): void {
  const [deprecation, sunset] = [headers.get('Deprecation'), headers.get('Sunset')]
  if (deprecation === null && sunset === null) return
  if (deprecation === 'false') return
  const end = sunset === null ? Number.NaN : Date.parse(sunset)
  setDeprecation(Number.isNaN(end) ? undefined : new Date(end))
}
