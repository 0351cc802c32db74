import type { Context } from 'hono'
import type { RequestIdVariables } from 'hono/request-id'
import type { Gate } from '../gate/gate.ts'
import type { RequestRecord } from '../http/request-record.ts'
import type { BoardWatchers } from '../live/board-watchers.ts'
import type { SharedTurn } from '../live/shared-turn.ts'
import type { BoardStore } from '../store/board-store.ts'
import type { StoredCredential } from '../store/credential-rows.ts'
import type { WriteContext } from '../store/write-context.ts'
import type { BoardResponses } from './board-responses.ts'
import type { SelectedBoard } from './select-board.ts'

/** The version of a board with the cards of one project. */
export interface WokenVersion {
  /** Of the board and the project. */
  key: string
  find: () => Promise<string>
}

export interface RouteDependencies {
  store: BoardStore
  gate: Gate
  /** Returns the time in milliseconds since the epoch. */
  clock: () => number
  responses: BoardResponses
  /** Those who wait for changes; undefined when nobody can. */
  watchers: BoardWatchers | undefined
  /** Finds the ETag of a board once for the requests that were woken together. */
  wokenVersions: SharedTurn<WokenVersion, string>
  /**
   * Checks the key of a request that has waited. Throws a Problem when it may not load any more.
   */
  authorizeAgain: (context: RouteContext) => Promise<void>
  /** Makes the board what its repository says. */
  beforeLoad: (boardId: number) => Promise<void>
  /** Called for a row that the contract doesn't allow, and for other faults of this service. */
  onFault: (requestId: string, error: unknown) => void
}

/** `Bindings` come from the web server, and `Variables` from the middleware before a handler. */
export interface RouteEnv {
  Bindings: { requestId?: string; record?: RequestRecord; address?: string | undefined }
  Variables: RequestIdVariables & { credential: StoredCredential; board: SelectedBoard }
}

export type RouteContext = Context<RouteEnv>

/** Who writes in this request, and when. */
export function writeContext(context: RouteContext, { clock }: RouteDependencies): WriteContext {
  return { actor: context.get('credential').clientId, now: new Date(clock()) }
}

/** Tells the access log about the request. */
export function note(context: Context<RouteEnv>, facts: RequestRecord): void {
  const record: RequestRecord | undefined = context.env?.record
  if (record) Object.assign(record, facts)
}
