import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Board } from '#contract/board.ts'
import { applyLabelEdits, applyMoves } from '#model/board-view.ts'
import { useBoardUiStore } from '#state/board-ui-store.ts'
import { boardOptions, type SeenChange } from './board.ts'
import { usePendingLabelEdits } from './card-labels.ts'
import { usePendingMoves } from './moves.ts'
import type { BoardSession } from './session.ts'
import { useFrozenWhile, useSteady } from './steady.ts'

const NO_CHANGES: ReadonlyMap<string, SeenChange> = new Map()

/** A board as the screen shows it. */
export interface BoardView {
  /** Server truth with the pending writes laid over it. */
  board: Board
  /** Ids of cards with a write under way. The same set as long as it holds the same. */
  pending: ReadonlySet<string>
  /** What others changed, by card id. The same map as long as nothing new has come. */
  changes: ReadonlyMap<string, SeenChange>
}

/**
 * The board as it is shown; undefined until one has been read. It does not read by itself (useBoardRead does), so any
 * part of the screen may use it. While a card is in the hand it stands still.
 */
export function useBoardView(session: BoardSession): BoardView | undefined {
  const queryClient = useQueryClient()
  const { data } = useQuery({ ...boardOptions(queryClient, session), enabled: false })
  const requestedAt = data?.requestedAt ?? 0
  const moves = usePendingMoves(session, requestedAt)
  const edits = usePendingLabelEdits(session, requestedAt)
  const ids = useSteady([...new Set([...moves, ...edits].map((write) => write.cardId))])
  const pending = useMemo(() => new Set(ids), [ids])
  const truth = data?.board
  const board = useMemo(() => truth && applyLabelEdits(applyMoves(truth, moves), edits), [truth, moves, edits])
  const dragging = useBoardUiStore((state) => state.dragged !== null)
  const shown = useFrozenWhile(dragging, board)
  const changes = useFrozenWhile(dragging, data?.changes ?? NO_CHANGES)
  return useMemo(() => shown && { board: shown, pending, changes }, [shown, pending, changes])
}

/** When the board on the screen was read, in milliseconds since the epoch, and whether a read is under way. */
export function useBoardFreshness(session: BoardSession): {
  asOf: number | undefined
  reading: boolean
  failed: boolean
} {
  const queryClient = useQueryClient()
  const { data, isFetching, isError } = useQuery({ ...boardOptions(queryClient, session), enabled: false })
  return { asOf: data?.readAt, reading: isFetching, failed: isError }
}
