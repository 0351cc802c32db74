import type { QueryClient } from '@tanstack/react-query'
import type { RawResponse } from '#client/send.ts'
import type { Finding } from '#contract/finding-collector.ts'
import { findUnrecognized } from '#contract/unrecognized.ts'
import { whenIdle } from '#hooks/schedule.ts'
import { isKeyStored } from '#state/keys/keys-store.ts'
import { secretVault } from '#state/keys/secret-vault.ts'
import { addFindings, setDeprecation } from '#state/service-notices-store.ts'
import { learnLargeBoard } from '../feed/start-board-worker.ts'

/** A response that waits for inspection, with the stored key that it belongs to. */
export interface QueuedResponse {
  /** The same for each poll, so that nothing is counted twice. */
  source: string
  keyId: string
  response: RawResponse
}

/** Longest time without a pause. */
const SLICE_MS = 5
const MAX_IDLE_WAIT_MS = 2_000

/**
 * Looks for the announced end of the interface, and lists data that this app has no meaning for,
 * while the page is idle.
 */
export async function inspectResponses(
  responses: readonly QueuedResponse[],
  queryClient: QueryClient,
): Promise<void> {
  for (const queued of responses) {
    const { keyId, response } = queued
    // Nothing of a removed key may get into the worker.
    if (!isKeyStored(keyId)) continue
    reportDeprecation(response.headers)
    const findings = response.findings
      ? await response.findings
      : ((await learnLargeBoard(queryClient, keyId, response)) ?? (await inspectHere(response)))
    report(queued, findings ?? [])
  }
}

async function inspectHere(response: RawResponse): Promise<readonly Finding[]> {
  const steps = findUnrecognized(response)
  let sliceStart = performance.now()
  let step = steps.next()
  while (!step.done) {
    if (performance.now() - sliceStart > SLICE_MS) {
      await waitUntilIdle()
      sliceStart = performance.now()
    }
    step = steps.next()
  }
  return step.value
}

/** Once for all polls with the same source, so that nothing is counted twice. */
function report({ source, keyId }: QueuedResponse, found: readonly Finding[]): void {
  // The key may have been removed since then, with everything that was loaded with it.
  if (found.length === 0 || !isKeyStored(keyId)) return
  const findings = found.map((finding) => ({
    ...finding,
    value: secretVault.redact(finding.value),
    sample: secretVault.redact(finding.sample),
  }))
  addFindings(source, keyId, findings)
}

function waitUntilIdle(): Promise<void> {
  return new Promise((resolve) => {
    whenIdle(resolve, MAX_IDLE_WAIT_MS)
  })
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
