import { useEffect } from 'react'
import type { Board } from '#contract/readers/read-board.ts'
import { mayActOnKey } from '#features/shared/may-act-on-key.ts'
import { findCard } from '#model/board-lookup.ts'
import { useIsFilterApplied } from '#queries/board-view/use-board-view.tsx'
import { focusCard, setLeavesFilter, setTabStop, useBoardUiStore } from '#state/board-ui-store.ts'
import { isPage } from '../board-dom.ts'
import { useMarkedCards } from '../card/card-marks.ts'

interface TabStopProps {
  /** The board with only the cards that match the filter. */
  visibleBoard: Board
}

/**
 * One tab stop for the board, from the first screen on. A component, so that nothing else renders
 * when the focus moves.
 */
export function TabStop({ visibleBoard }: TabStopProps) {
  const focusedCard = useBoardUiStore((state) => state.focusedCard)
  const tabStop = tabStopOf(visibleBoard, focusedCard)
  useEffect(() => setTabStop(tabStop ?? null), [tabStop])
  useFirstArrowKey(tabStop)
  useFocusAfterFilter(tabStop)
  useMarkedCards('tab-stop', tabStop)
  return null
}

/** The only card in the tab order: the focused one, or the first one if the filter hides it. */
function tabStopOf(visibleBoard: Board, focusedCard: string | null): string | undefined {
  const isVisible = focusedCard !== null && findCard(visibleBoard, focusedCard) !== undefined
  return isVisible ? focusedCard : firstCard(visibleBoard)
}

export function firstCard(board: Board): string | undefined {
  return board.columns.find((column) => column.cards.length > 0)?.cards[0]?.id
}

/**
 * The focus waits for the filter, because a person who types fast is done before it is applied.
 * Without a match, it stays in the field.
 */
function useFocusAfterFilter(tabStop: string | undefined): void {
  const isApplied = useIsFilterApplied()
  const leavesFilter = useBoardUiStore((state) => state.leavesFilter)
  useEffect(() => {
    if (!leavesFilter || !isApplied) return
    setLeavesFilter(false)
    const field = document.activeElement
    if (tabStop === undefined || !(field instanceof HTMLElement)) return
    // A card takes the focus from no other control.
    field.blur()
    focusCard(tabStop)
  }, [leavesFilter, isApplied, tabStop])
}

/**
 * Without a focus on a control, the first arrow key leads to the board. The card gets the focus as
 * soon as the code for it is there.
 */
function useFirstArrowKey(tabStop: string | undefined): void {
  useEffect(() => {
    if (tabStop === undefined) return
    const handleKeyDown = (event: KeyboardEvent) => {
      const isArrow = event.key.startsWith('Arrow') && !hasModifier(event)
      const isFree = isPage(event.target) && mayActOnKey(event, 'page')
      if (!isArrow || !isFree) return
      event.preventDefault()
      focusCard(tabStop)
    }
    window.addEventListener('keydown', handleKeyDown)
    return () => window.removeEventListener('keydown', handleKeyDown)
  }, [tabStop])
}

function hasModifier(event: KeyboardEvent): boolean {
  return event.ctrlKey || event.metaKey || event.altKey
}
