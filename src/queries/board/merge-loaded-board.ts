import type { QueryClient } from '@tanstack/react-query'
import { boardDiff } from '#model/board-diff.ts'
import { findCard } from '#model/board-lookup.ts'
import type { BoardSession } from '#model/board-ref.ts'
import { shareBoard } from '#model/structural-sharing.ts'
import { keys } from '../keys.ts'
import type { LoadedBoard, TimedCardDiff } from './loaded-board.ts'
import { localWritesOf } from './local-writes.ts'

const NO_CHANGES: ReadonlyMap<string, TimedCardDiff> = new Map()

/** Shares unchanged objects with the cached board, and adds the changes that other people made. */
export function mergeLoadedBoard(
  queryClient: QueryClient,
  session: BoardSession,
  loaded: LoadedBoard,
): LoadedBoard {
  const cached = queryClient.getQueryData<LoadedBoard>(keys.board(session))
  const board = shareBoard(cached?.board, loaded.board)
  const known = cached?.changes ?? NO_CHANGES
  if (!cached || board === cached.board) return { ...loaded, board, changes: known }
  const localWrites = localWritesOf(queryClient)
  const byOthers = boardDiff(cached.board, board).filter(({ cardId, type }) => {
    const isLabels = type === 'labels'
    if (isLabels && localWrites.mayHaveWrittenLabels(session, cached.requestedAt)) return false
    if (localWrites.wasWrittenSince(session, cardId, cached.requestedAt)) return false
    const statusId = findCard(board, cardId)?.column.statusId
    return !localWrites.isExpected(session, cardId, statusId)
  })
  if (byOthers.length === 0) return { ...loaded, board, changes: known }
  const changes = new Map(known)
  for (const diff of byOthers) {
    changes.set(diff.cardId, { ...diff, requestedAt: loaded.requestedAt })
  }
  return { ...loaded, board, changes }
}
