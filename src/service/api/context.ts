import type { Context } from 'hono'
import type { RequestIdVariables } from 'hono/request-id'
import type { Gate } from '../gate/gate.ts'
import type { BoardStore } from '../store/board-store.ts'
import type { StoredCredential } from '../store/credential-store.ts'
import type { ChosenBoard } from './choose-board.ts'

export interface RouteDependencies {
  store: BoardStore
  gate: Gate
  /** Returns the time in milliseconds since the epoch. */
  clock: () => number
}

/** Variables that the middleware sets before a route handler runs. */
export interface RouteEnv {
  Variables: RequestIdVariables & { credential: StoredCredential; board: ChosenBoard }
}

export type RouteContext = Context<RouteEnv>
