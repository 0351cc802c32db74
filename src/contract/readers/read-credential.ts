import { idOf, isObject, nonEmptyText, own } from '../json.ts'

/** Board that a key has access to. `role` is unchanged; `model/permissions.ts` compares roles. */
export interface BoardEntry {
  workspaceId: string
  organizationId: string
  role: string
  /** Undefined for a service that names no boards. [gap G29] */
  name?: string
}

/** `answering` is unchanged, because the spec does not describe it. [gap G15] */
export interface Credential {
  clientId: string
  name: string
  scopes: string[]
  boards: BoardEntry[]
  /** Entries of `boards` that couldn’t be read. */
  unreadableCount: number
  answering: unknown
}

/**
 * Parses the response of GET /v1/me. Undefined when it isn’t a credential (no clientId or no list
 * of boards). Unreadable entries are counted.
 */
export function readCredential(json: unknown): Credential | undefined {
  if (!isObject(json)) return undefined
  const clientId = idOf(own(json, 'clientId'))
  const list = own(json, 'boards')
  if (clientId === undefined || !Array.isArray(list)) return undefined
  const boards = list.flatMap((entry) => readBoardEntry(entry) ?? [])
  const scopes = own(json, 'scopes')
  return {
    clientId,
    name: nonEmptyText(own(json, 'name')) ?? clientId,
    scopes: Array.isArray(scopes) ? scopes.flatMap((scope) => nonEmptyText(scope) ?? []) : [],
    boards: uniqueById(boards),
    unreadableCount: list.length - boards.length,
    answering: own(json, 'answering') ?? null,
  }
}

function readBoardEntry(json: unknown): BoardEntry | undefined {
  if (!isObject(json)) return undefined
  const workspaceId = idOf(own(json, 'workspaceId'))
  if (workspaceId === undefined) return undefined
  const name = nonEmptyText(own(json, 'name'))
  return {
    workspaceId,
    organizationId: idOf(own(json, 'organizationId')) ?? '',
    role: nonEmptyText(own(json, 'role')) ?? '',
    ...(name === undefined ? {} : { name }),
  }
}

function uniqueById(entries: BoardEntry[]): BoardEntry[] {
  return [...new Map(entries.map((entry) => [entry.workspaceId, entry])).values()]
}
