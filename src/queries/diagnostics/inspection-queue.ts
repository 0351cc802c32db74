import type { QueryClient } from '@tanstack/react-query'
import type { RawResponse } from '#client/send.ts'
import { perClient } from '../per-client.ts'
import type { QueuedResponse } from './inspect-responses.ts'

/** Time between a response and its inspection: the screen comes first. */
const DELAY_MS = 2_000

/** Keeps responses until there is time to look at what they tell about the service. */
class InspectionQueue {
  /** By source: only the newest of several responses from one source is worth inspecting. */
  private readonly waiting = new Map<string, QueuedResponse>()
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(private readonly queryClient: QueryClient) {}

  add(keyId: string, response: RawResponse): void {
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
    const module = await import('./inspect-responses.ts').catch(() => undefined)
    await module?.inspectResponses(responses, this.queryClient)
  }
}

export const inspectionQueueOf = perClient((queryClient) => new InspectionQueue(queryClient))

function sourceOf(keyId: string, { endpoint, workspaceId, formatError }: RawResponse): string {
  return JSON.stringify([keyId, workspaceId, endpoint, formatError])
}
