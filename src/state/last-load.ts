import { createStorageEntry, readStringRecord } from './storage.ts'

/** When a board was last loaded, as an ISO 8601 time by board: of the board that was open last. */
const entry = createStorageEntry<Readonly<Record<string, string>>>(
  'trunkline.loaded',
  readStringRecord,
)

/** The same for each key that reaches the board. */
export function boardOnDevice(workspaceId: string, projectId: string | undefined): string {
  return JSON.stringify([workspaceId, projectId ?? null])
}

export function rememberLoad(board: string, at: number): void {
  entry.save({ [board]: new Date(at).toISOString() })
}

/**
 * In milliseconds since 1970. Undefined when another board was open since. Without a board, of the
 * one that was open last.
 */
export function lastLoad(board: string | undefined): number | undefined {
  const times = entry.load()
  const [last = ''] = Object.values(times)
  const at = Date.parse(board === undefined ? last : (times[board] ?? ''))
  return Number.isNaN(at) ? undefined : at
}
