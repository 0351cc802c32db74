import { useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useMemo } from 'react'
import type { Board } from '#contract/readers/read-board.ts'
import { applyLabelEdits, applyMoves } from '#model/board-overlay.ts'
import type { BoardSession } from '#model/board-ref.ts'
import { useBoardUiStore } from '#state/board-ui-store.ts'
import { boardOptions } from './board/board-query.ts'
import type { TimedCardDiff } from './board/loaded-board.ts'
import { usePendingLabelEdits } from './labels/pending-label-edits.ts'
import { usePendingMoves } from './moves/pending-moves.ts'
import { useOptionalBoardAccess } from './session.ts'
import { useFrozenValue } from './use-frozen-value.ts'
import { useStableValue } from './use-stable-value.ts'

/** Nothing is loaded for it. */
const NO_BOARD: BoardSession = { keyId: '', workspaceId: '', projectId: undefined }

const NO_CHANGES: ReadonlyMap<string, TimedCardDiff> = new Map()

/** The board as the screen shows it. */
export interface BoardView {
  /** Server data with the pending writes applied. */
  board: Board
  /** Cards with a pending move. The same set as long as its content is the same. */
  movingCardIds: ReadonlySet<string>
  /** Cards with a pending label edit. The same set as long as its content is the same. */
  labelingCardIds: ReadonlySet<string>
  /** Changes by other people, by card id. The same map until there are new ones. */
  changes: ReadonlyMap<string, TimedCardDiff>
}

const BoardViewContext = createContext<BoardView | undefined>(undefined)

/** The board of the screen; undefined until one is loaded. */
export function useBoardView(): BoardView | undefined {
  return useContext(BoardViewContext)
}

/** Derives the board view once for the whole screen. It doesn't load the board: `useBoard` does. */
export function BoardViewProvider({ children }: { children: ReactNode }) {
  const view = useDerivedView(useOptionalBoardAccess()?.session ?? NO_BOARD)
  return <BoardViewContext value={view}>{children}</BoardViewContext>
}

function useDerivedView(session: BoardSession): BoardView | undefined {
  const { data } = useQuery({ ...boardOptions(session), enabled: false })
  const requestedAt = data?.requestedAt ?? 0
  const moves = usePendingMoves(session, requestedAt)
  const edits = usePendingLabelEdits(session, requestedAt)
  const moving = useStableSet(moves.map((move) => move.cardId))
  const labelingCardIds = useStableSet(edits.map((edit) => edit.cardId))
  const serverBoard = data?.board
  const current = useMemo(
    () => serverBoard && applyLabelEdits(applyMoves(serverBoard, moves), edits),
    [serverBoard, moves, edits],
  )
  // While a card is dragged, nothing may move under it.
  const isDragging = useBoardUiStore((state) => state.draggedCard !== null)
  const board = useFrozenValue(isDragging, current, session)
  const movingCardIds = useFrozenValue(isDragging, moving, session)
  const changes = useFrozenValue(isDragging, data?.changes ?? NO_CHANGES, session)
  return useMemo(
    () => board && { board, movingCardIds, labelingCardIds, changes },
    [board, movingCardIds, labelingCardIds, changes],
  )
}

function useStableSet(ids: readonly string[]): ReadonlySet<string> {
  const stableIds = useStableValue([...new Set(ids)])
  return useMemo(() => new Set(stableIds), [stableIds])
}
