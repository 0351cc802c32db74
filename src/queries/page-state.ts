import { QueryClient, type QueryClientConfig } from '@tanstack/react-query'
import type { BoardSession } from '#model/board-ref.ts'
import type { MoveIntent } from '#model/move-outcome.ts'
import type { BoardReader } from './board/board-reader.ts'
import { LocalWrites } from './board/local-writes.ts'
import { InspectionQueue } from './diagnostics/inspection-queue.ts'
import { MoveReports } from './moves/move-reports.ts'

/** A board load in progress. */
export interface RunningLoad {
  /** From `monotonicNow()`. */
  startedAt: number
  result: Promise<void>
}

/** Moves a card, and reports what happens. */
export type MoveCard = (
  queryClient: QueryClient,
  session: BoardSession,
  intent: MoveIntent,
) => Promise<void>

/** What the data layer remembers besides the cache. It lives as long as the QueryClient. */
export class PageState {
  readonly localWrites = new LocalWrites()
  readonly moveReports = new MoveReports()
  /** Undefined until there was a large board. */
  boardReader: BoardReader | undefined
  readonly inspectionQueue = new InspectionQueue(this)
  /** By query hash. */
  readonly runningLoads = new Map<string, RunningLoad>()
  /** Undefined until its code is loaded: it isn't in the first load. */
  moveCard: MoveCard | undefined
  /** How many moves of each card were requested, by scope id. */
  readonly moveCounts = new Map<string, number>()
  /**
   * False once the service has rejected a version that it had just returned: then no version is
   * sent.
   */
  supportsVersions = true
}

export class AppQueryClient extends QueryClient {
  readonly pageState: PageState
  constructor(config: QueryClientConfig) {
    super(config)
    this.pageState = new PageState()
  }
}

/** Throws for a QueryClient that `createAppQueryClient` has not created. */
export function pageStateOf(queryClient: QueryClient): PageState {
  if (queryClient instanceof AppQueryClient) return queryClient.pageState
  throw new Error('Create the QueryClient with createAppQueryClient.')
}
