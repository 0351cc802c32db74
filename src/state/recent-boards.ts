import { isObject, own } from '#contract/json.ts'
import type { BoardRef } from '#model/board-ref.ts'
import { createStorageEntry, readStringListRecord, readStringRecord } from './storage.ts'

export interface RecentBoards {
  /** Opened boards, newest first. */
  recent: readonly BoardRef[]
  /** The last open project of each board, by workspaceId. [gap G12] */
  lastProject: Readonly<Record<string, string>>
  /** Projects that a board's cards belong to, by workspaceId. [gap G12] */
  seenProjects: Readonly<Record<string, readonly string[]>>
}

export const MAX_BOARDS = 50

export const recentBoardsEntry = createStorageEntry<RecentBoards>(
  'trunkline.recent',
  readRecentBoards,
)

/** Before there was an entry for recent boards, they were stored with the preferences. */
const legacyEntry = createStorageEntry<RecentBoards>('trunkline.settings', readRecentBoards)

/** The boards that this browser has stored. */
export function loadRecentBoards(): RecentBoards {
  const stored = recentBoardsEntry.load()
  return stored.recent.length > 0 ? stored : legacyEntry.load()
}

/** Reads stored data of any shape, field by field. */
export function readRecentBoards(json: unknown): RecentBoards {
  const source = isObject(json) ? json : {}
  const recent = own(source, 'recent')
  const boards = Array.isArray(recent) ? recent.flatMap((item) => readBoardRef(item) ?? []) : []
  return {
    recent: boards.slice(0, MAX_BOARDS),
    lastProject: readStringRecord(own(source, 'lastProject')),
    seenProjects: readStringListRecord(own(source, 'seenProjects')),
  }
}

function readBoardRef(json: unknown): BoardRef | undefined {
  if (!isObject(json)) return undefined
  const [keyId, workspaceId] = [own(json, 'keyId'), own(json, 'workspaceId')]
  const isValid = typeof keyId === 'string' && typeof workspaceId === 'string'
  return isValid ? { keyId, workspaceId } : undefined
}
