import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import type { Board } from '#contract/readers/read-board.ts'
import { countCards } from '#model/board-lookup.ts'
import { applyPendingWrites } from '#model/board-overlay.ts'
import type { ArrangedBoard } from '#model/board-pipeline.ts'
import type { BoardSession } from '#model/board-ref.ts'
import { filterKey } from '#model/card-filter.ts'
import { indexLabels, type LabelIndex } from '#model/label-lookup.ts'
import { useBoardUiStore } from '#state/board-ui-store.ts'
import { useUrlArrangement, useUrlFilter } from '#state/url.ts'
import { useOptionalBoardAccess } from '../access/board-access.ts'
import { usePendingLabelEdits } from '../changes/pending-label-edits.ts'
import { usePendingMoves } from '../changes/pending-moves.ts'
import type { TimedCardDiff } from '../feed/loaded-board.ts'
import { useBoardData } from '../feed/use-board.ts'
import { useLoadedLabels } from '../labels/labels-query.ts'
import { useStableValue } from '../use-stable-value.ts'
import { useArrangedBoard } from './use-arranged-board.ts'

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

const ArrangedBoardContext = createContext<ArrangedBoard | undefined>(undefined)

/** The same with only the cards that match the filter, arranged as the person has chosen. */
export function useArranged(): ArrangedBoard | undefined {
  return useContext(ArrangedBoardContext)
}

/**
 * Whether the visible cards are those of the filter in the URL: on a slow machine, they come later
 * than the text in the field.
 */
export function useIsFilterApplied(): boolean {
  const filter = useUrlFilter()
  const applied = useArranged()?.filter
  return applied !== undefined && filterKey(applied) === filterKey(filter)
}

/** The visible columns with their visible cards. */
export function useVisibleBoard(): Board | undefined {
  return useArranged()?.board
}

/**
 * How many cards the board has, and how many of them the filter leaves, also in collapsed lanes.
 */
export interface CardCounts {
  visible: number
  total: number
}

/** The counts of the columns on the screen; undefined until a board is loaded. */
export function useCardCounts(): CardCounts | undefined {
  const view = useBoardView()
  const arranged = useArranged()
  if (!view || !arranged) return undefined
  const inLanes = [...arranged.collapsedCounts.values()].reduce((sum, count) => sum + count, 0)
  return { visible: countCards(arranged.board) + inLanes, total: countCards(view.board) }
}

/** Of the columns of the board; a link can name others, too. */
export function useHiddenColumnCount(): number {
  const columns = useBoardView()?.board.columns ?? []
  const { hiddenColumns } = useUrlArrangement()
  return columns.filter(({ key }) => hiddenColumns.includes(key)).length
}

const LabelIndexContext = createContext<LabelIndex>(indexLabels([]))

/** The labels of the board, to look them up. */
export function useLabelIndex(): LabelIndex {
  return useContext(LabelIndexContext)
}

/**
 * Derives the board view, the visible board, and the index of labels once for the whole screen. It
 * loads nothing: `useBoard` and `useLabels` do.
 */
export function BoardViewProvider({ children }: { children: ReactNode }) {
  const session = useOptionalBoardAccess()?.session ?? NO_BOARD
  const view = useDerivedView(session)
  const labels = useDerivedLabels(session)
  const arranged = useArrangedBoard(view?.board, labels)
  return (
    <LabelIndexContext value={labels}>
      <BoardViewContext value={view}>
        <ArrangedBoardContext value={arranged}>{children}</ArrangedBoardContext>
      </BoardViewContext>
    </LabelIndexContext>
  )
}

/** Card counts change with every label edit. Cards don't show them, so the index ignores them. */
function useDerivedLabels(session: BoardSession): LabelIndex {
  const labels = useLoadedLabels(session)?.labels
  const withoutCounts = useMemo(
    () => (labels ?? []).map((label) => ({ ...label, taskCount: undefined })),
    [labels],
  )
  const stableLabels = useStableValue(withoutCounts)
  return useMemo(() => indexLabels(stableLabels), [stableLabels])
}

function useDerivedView(session: BoardSession): BoardView | undefined {
  const data = useBoardData(session)
  const requestedAt = data?.requestedAt ?? 0
  const moves = usePendingMoves(session, requestedAt)
  const edits = usePendingLabelEdits(session, requestedAt)
  const moving = useStableSet(moves.map((move) => move.cardId))
  const labelingCardIds = useStableSet(edits.map((edit) => edit.cardId))
  const serverBoard = data?.board
  const current = useMemo(
    () => serverBoard && applyPendingWrites(serverBoard, moves, edits),
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

/**
 * The value from before `isFrozen` became true, until it is false again or `source` is another
 * object.
 */
function useFrozenValue<T>(isFrozen: boolean, value: T, source: object): T {
  const [frozen, setFrozen] = useState({ value, source })
  const mayStay = isFrozen || Object.is(frozen.value, value)
  if (mayStay && frozen.source === source) return frozen.value
  setFrozen({ value, source })
  return value
}
