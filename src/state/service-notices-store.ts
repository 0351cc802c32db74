import { create } from 'zustand'
import type { Finding } from '#contract/finding-collector.ts'
import type { BoardSession } from '#model/board-ref.ts'
import { useKeysStore } from './keys/keys-store.ts'
import { createStorageEntry, readStringList } from './storage.ts'

/** Findings in the responses of one endpoint, for one key and board. */
interface ResponseFindings {
  keyId: string
  findings: readonly Finding[]
}

/** What the service's responses have told about the service since the page was opened. */
interface ServiceNotices {
  /** Data that this app has no meaning for, by key, board, and endpoint. */
  bySource: Readonly<Record<string, ResponseFindings>>
  /** Keys of the findings that this device has already reported to a person. */
  reported: readonly string[]
  /** The end of this version of the interface was announced. */
  isDeprecated: boolean
  /** Undefined when the service gives no date. */
  endOfVersion: Date | undefined
  /** Why label edits were refused, by board and role. */
  deniedLabelEdits: Readonly<Record<string, string>>
}

const MAX_FINDINGS = 500

const entry = createStorageEntry<readonly string[]>('trunkline.told', readStringList)

export const useServiceNoticesStore = create<ServiceNotices>(() => ({
  bySource: {},
  reported: [],
  isDeprecated: false,
  endOfVersion: undefined,
  deniedLabelEdits: {},
}))

export function loadReportedFindings(): void {
  useServiceNoticesStore.setState({ reported: entry.load() })
}

/**
 * Adds findings of one response. Each keeps its highest count, because a poll finds the same cards
 * again.
 */
export function addFindings(source: string, keyId: string, findings: readonly Finding[]): void {
  const { bySource } = useServiceNoticesStore.getState()
  const merged = new Map<string, Finding>()
  for (const finding of [...(bySource[source]?.findings ?? []), ...findings]) {
    const existing = merged.get(findingKey(finding))
    if (!existing || existing.count < finding.count) merged.set(findingKey(finding), finding)
  }
  const limited = [...merged.values()].slice(0, MAX_FINDINGS)
  useServiceNoticesStore.setState({
    bySource: { ...bySource, [source]: { keyId, findings: limited } },
  })
}

// What is known of a key leaves with it.
useKeysStore.subscribe(({ keys }, before) => {
  if (keys === before.keys) return
  const removed = before.keys.filter(({ id }) => !keys.some((key) => key.id === id))
  for (const { id } of removed) removeFindings(id)
})

function removeFindings(keyId: string): void {
  const { bySource } = useServiceNoticesStore.getState()
  const kept = Object.entries(bySource).filter(([, response]) => response.keyId !== keyId)
  useServiceNoticesStore.setState({ bySource: Object.fromEntries(kept) })
}

/** Keys of findings that were never reported on this device. */
export function unreportedFindings({
  bySource,
  reported,
}: Pick<ServiceNotices, 'bySource' | 'reported'>): string[] {
  const known = new Set(reported)
  const keys = Object.values(bySource).flatMap(({ findings }) => findings.map(findingKey))
  return [...new Set(keys)].filter((key) => !known.has(key))
}

export function markFindingsReported(keys: readonly string[]): void {
  // Another tab may have reported others since this page was opened.
  const known = [...entry.load(), ...useServiceNoticesStore.getState().reported, ...keys]
  const reported = [...new Set(known)].slice(-MAX_FINDINGS)
  useServiceNoticesStore.setState({ reported })
  entry.save(reported)
}

function findingKey({ subject, where, value }: Finding): string {
  return `${subject} ${where} ${value}`
}

/** The first announcement since the page was opened counts. */
export function setDeprecation(endOfVersion: Date | undefined): void {
  if (useServiceNoticesStore.getState().isDeprecated) return
  useServiceNoticesStore.setState({ isDeprecated: true, endOfVersion })
}

/** Remembers the reason until the key has another role. [gap G18] */
export function markLabelEditsDenied(session: BoardSession, role: string, reason: string): void {
  const deniedLabelEdits = { [denialKey(session, role)]: reason }
  useServiceNoticesStore.setState({ deniedLabelEdits })
}

/** The reason; undefined as long as the service has refused nothing. */
export function useDeniedLabelEdits(session: BoardSession, role: string): string | undefined {
  return useServiceNoticesStore((state) => state.deniedLabelEdits[denialKey(session, role)])
}

function denialKey({ keyId, workspaceId }: BoardSession, role: string): string {
  return JSON.stringify([keyId, workspaceId, role])
}
