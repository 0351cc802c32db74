import type { Board } from '#contract/readers/read-board.ts'
import { findCard } from '#model/board-lookup.ts'
import { cardsBetween } from '#model/card-range.ts'
import {
  selectCards,
  selectRange,
  toggleSelected,
  useSelectionStore,
} from '#state/selection-store.ts'

/** Selects every card from the last selected one up to this one, or only this one. */
export function extendSelection(visibleBoard: Board, cardId: string, fromCardId?: string): void {
  if (!useSelectionStore.getState().anchor && fromCardId !== undefined) selectCards([fromCardId])
  const { anchor } = useSelectionStore.getState()
  if (!anchor) return toggleSelected(cardId)
  const isOtherColumn =
    findCard(visibleBoard, anchor.cardId)?.column !== findCard(visibleBoard, cardId)?.column
  // Cards of different columns have no order: this one is added, and a range begins at it.
  if (isOtherColumn) return selectCards([cardId])
  selectRange(cardsBetween(visibleBoard, anchor.cardId, cardId))
}

export function hasSelection(): boolean {
  return useSelectionStore.getState().cardIds.size > 0
}

/** The selected cards, if a drag of this one carries them along. */
export function cardsCarriedWith(cardId: string): ReadonlySet<string> | undefined {
  const { cardIds } = useSelectionStore.getState()
  return cardIds.size > 1 && cardIds.has(cardId) ? cardIds : undefined
}

/** On a touch screen, a tap selects while other cards are selected, and opens a card otherwise. */
export function tapSelects(event: MouseEvent): boolean {
  return 'pointerType' in event && event.pointerType === 'touch' && hasSelection()
}
