import { findUnrecognized, type InspectedResponse } from '#contract/unrecognized.ts'
import { whenIdle } from '#hooks/when-idle.ts'
import { isKeyStored } from '#state/keys/keys-store.ts'
import { secretVault } from '#state/keys/secret-vault.ts'
import { addFindings } from '#state/unrecognized-store.ts'

/** A response that waits for inspection, with the stored key that it belongs to. */
export interface QueuedResponse {
  /** The same for each poll, so that nothing is counted twice. */
  source: string
  keyId: string
  response: InspectedResponse
}

/** Longest time without a pause. */
const SLICE_MS = 5
const MAX_IDLE_WAIT_MS = 2_000

/** Lists data that this app has no meaning for, while the page is idle. */
export async function reportUnrecognized(responses: readonly QueuedResponse[]): Promise<void> {
  for (const response of responses) await inspect(response)
}

async function inspect({ source, keyId, response }: QueuedResponse): Promise<void> {
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
  // The key may have been removed since then, with everything that was loaded with it.
  if (step.value.length === 0 || !isKeyStored(keyId)) return
  const findings = step.value.map((finding) => ({
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
