import * as v from 'valibot'
import { filledText, idOf, isObject, own } from './unknown.ts'

/** A board that a credential reaches (spec 2.2), as the service sends it. */
export const boardEntrySchema = v.strictObject({
  workspaceId: v.pipe(v.string(), v.regex(/^\d+$/)),
  organizationId: v.pipe(v.string(), v.regex(/^\d+$/)),
  role: v.pipe(v.string(), v.nonEmpty()),
})

/** The answer of GET /v1/me (spec 2.1), as the service sends it. */
export const credentialSchema = v.strictObject({
  clientId: v.pipe(v.string(), v.nonEmpty()),
  name: v.string(),
  scopes: v.array(v.string()),
  boards: v.array(boardEntrySchema),
  answering: v.null(),
})

/** A credential as the service builds it. */
export type CredentialBody = v.InferOutput<typeof credentialSchema>

/** A board that a key reaches, as the page reads it. `role` is verbatim: its order is a rule of the model. */
export interface BoardEntry {
  workspaceId: string
  organizationId: string
  role: string
}

/** A credential as the page reads it. `answering` is kept as it came. [gap G15] */
export interface Credential {
  clientId: string
  name: string
  scopes: string[]
  boards: BoardEntry[]
  /** How many entries of its list of boards could not be read. */
  unreadable: number
  answering: unknown
}

/**
 * Reads GET /v1/me. Undefined when the answer is not a credential at all (no clientId or no list of boards);
 * single entries that cannot be read are counted.
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
    name: filledText(own(json, 'name')) ?? clientId,
    scopes: Array.isArray(scopes) ? scopes.flatMap((scope) => filledText(scope) ?? []) : [],
    boards: uniqueById(boards),
    unreadable: list.length - boards.length,
    answering: own(json, 'answering') ?? null,
  }
}

function readBoardEntry(json: unknown): BoardEntry | undefined {
  if (!isObject(json)) return undefined
  const workspaceId = idOf(own(json, 'workspaceId'))
  if (workspaceId === undefined) return undefined
  return {
    workspaceId,
    organizationId: idOf(own(json, 'organizationId')) ?? '',
    role: filledText(own(json, 'role')) ?? '',
  }
}

function uniqueById(entries: BoardEntry[]): BoardEntry[] {
  return [...new Map(entries.map((entry) => [entry.workspaceId, entry])).values()]
}
