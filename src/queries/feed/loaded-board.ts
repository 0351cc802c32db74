import type { QueryClient } from '@tanstack/react-query'
import type { Board } from '#contract/readers/read-board.ts'
import { boardDiff, type CardDiff } from '#model/board-diff.ts'
import { findCard } from '#model/board-lookup.ts'
import type { BoardRef } from '#model/board-ref.ts'
import { shareBoard } from '#model/structural-sharing.ts'
import { localWritesOf } from './local-writes.ts'

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

export const NO_CHANGES: LoadedBoard['changes'] = new Map()

/** Shares unchanged objects with the board before, and adds the changes that other people made. */
export function mergeLoadedBoard(
  queryClient: QueryClient,
  ref: BoardRef,
  before: LoadedBoard | undefined,
  loaded: LoadedBoard,
): LoadedBoard {
  const board = shareBoard(before?.board, loaded.board)
  const known = before?.changes ?? NO_CHANGES
  if (!before || board === before.board) return { ...loaded, board, changes: known }
  const localWrites = localWritesOf(queryClient)
  const byOthers = boardDiff(before.board, board).filter(({ cardId, type }) => {
    const isLabels = type === 'labels'
    if (isLabels && localWrites.mayHaveWrittenLabels(ref, before.requestedAt)) return false
    if (localWrites.wasWrittenSince(ref, cardId, before.requestedAt)) return false
    const statusId = findCard(board, cardId)?.column.statusId
    return !localWrites.isExpected(ref, cardId, statusId)
  })
  if (byOthers.length === 0) return { ...loaded, board, changes: known }
  const changes = new Map(known)
  for (const diff of byOthers) {
    changes.set(diff.cardId, { ...diff, requestedAt: loaded.requestedAt })
  }
  return { ...loaded, board, changes }
}
