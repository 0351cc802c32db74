import type { QueryClient } from '@tanstack/react-query'
import type { RawResponse } from '#client/send.ts'
import { perClient } from '../per-client.ts'
import type { inspectResponses, QueuedResponse } from './inspect-responses.ts'

/** Time between a response and its inspection: the screen comes first. */
const DELAY_MS = 2_000

/** Keeps responses until there is time, and code, to look at what they tell about the service. */
class InspectionQueue {
  /** By source: only the newest of several responses from one source is worth inspecting. */
  private readonly waiting = new Map<string, QueuedResponse>()
  private timer: ReturnType<typeof setTimeout> | undefined
  private inspect: typeof inspectResponses | undefined

  constructor(private readonly queryClient: QueryClient) {}

  add(keyId: string, response: RawResponse): void {
    const { json, formatError, findings } = response
    if (json === undefined && !formatError && !findings) return
    const source = sourceOf(keyId, response)
    this.waiting.set(source, { source, keyId, response })
    this.schedule()
  }

  /** From now on, `inspect` gets the responses, also those that wait. */
  start(inspect: typeof inspectResponses): void {
    this.inspect = inspect
    if (this.waiting.size > 0) this.schedule()
  }

  /** Inspects the queued responses now. */
  async flush(): Promise<void> {
    clearTimeout(this.timer)
    this.timer = undefined
    if (!this.inspect) return
    const responses = [...this.waiting.values()]
    this.waiting.clear()
    await this.inspect(responses, this.queryClient)
  }

  private schedule(): void {
    if (this.inspect) this.timer ??= setTimeout(() => void this.flush(), DELAY_MS)
  }
}

export const inspectionQueueOf = perClient((queryClient) => new InspectionQueue(queryClient))

function sourceOf(keyId: string, { endpoint, workspaceId, formatError }: RawResponse): string {
  return JSON.stringify([keyId, workspaceId, endpoint, formatError])
}
