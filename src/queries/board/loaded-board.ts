import type { Board } from '#contract/readers/read-board.ts'
import type { CardDiff } from '#model/board-diff.ts'

/** A change by other people, with the time at which the load that shows it started. */
export type TimedCardDiff = CardDiff & { requestedAt: number }

/** A board from the service, without pending writes. */
export interface LoadedBoard {
  board: Board
  /** When the load started, from `monotonicNow()`. */
  requestedAt: number
  /** When the load finished, in milliseconds since the epoch, for people. */
  loadedAt: number
  etag: string | undefined
  /** Whether the service answered a load that waited for a change. */
  isLive: boolean
  /** Changes by other people, by card id. */
  changes: ReadonlyMap<string, TimedCardDiff>
  /** Whether another tab of this browser loaded it. */
  isFromOtherTab?: true
}
