import { create } from 'zustand'
import type { Finding } from '#contract/finding-collector.ts'
import { createStorageEntry, readStringList } from './storage.ts'

/** Findings in the responses of one endpoint, for one key and board. */
export interface ResponseFindings {
  keyId: string
  findings: readonly Finding[]
}

interface UnrecognizedState {
  /** By key, board, and endpoint. */
  bySource: Readonly<Record<string, ResponseFindings>>
  /** Keys of the findings that this device has already reported to a person. */
  reported: readonly string[]
}

const MAX_FINDINGS = 500

const entry = createStorageEntry<readonly string[]>('trunkline.told', readStringList)

/** Data from the service that this app has no meaning for, since the page was opened. */
export const useUnrecognizedStore = create<UnrecognizedState>(() => ({
  bySource: {},
  reported: [],
}))

export function loadReportedFindings(): void {
  useUnrecognizedStore.setState({ reported: entry.load() })
}

/**
 * Adds findings of one response. Each keeps its highest count, because a poll finds the same cards
 * again.
 */
export function addFindings(source: string, keyId: string, findings: readonly Finding[]): void {
  const { bySource } = useUnrecognizedStore.getState()
  const merged = new Map<string, Finding>()
  for (const finding of [...(bySource[source]?.findings ?? []), ...findings]) {
    const existing = merged.get(findingKey(finding))
    if (!existing || existing.count < finding.count) merged.set(findingKey(finding), finding)
  }
  const limited = [...merged.values()].slice(0, MAX_FINDINGS)
  useUnrecognizedStore.setState({
    bySource: { ...bySource, [source]: { keyId, findings: limited } },
  })
}

export function removeFindings(keyId: string): void {
  const { bySource } = useUnrecognizedStore.getState()
  const kept = Object.entries(bySource).filter(([, response]) => response.keyId !== keyId)
  useUnrecognizedStore.setState({ bySource: Object.fromEntries(kept) })
}

/** Keys of findings that were never reported on this device. */
export function unreportedFindings({ bySource, reported }: UnrecognizedState): string[] {
  const known = new Set(reported)
  const keys = Object.values(bySource).flatMap(({ findings }) => findings.map(findingKey))
  return [...new Set(keys)].filter((key) => !known.has(key))
}

export function markFindingsReported(keys: readonly string[]): void {
  // Another tab may have reported others since this page was opened.
  const known = [...entry.load(), ...useUnrecognizedStore.getState().reported, ...keys]
  const reported = [...new Set(known)].slice(-MAX_FINDINGS)
  useUnrecognizedStore.setState({ reported })
  entry.save(reported)
}

function findingKey({ subject, where, value }: Finding): string {
  return `${subject} ${where} ${value}`
}
