import { create } from 'zustand'

interface SelectionState {
  /** Cards of the open board. Some may be hidden by the filter, or gone. */
  cardIds: ReadonlySet<string>
  /** Where a range begins: the card that was selected last, and what was selected then. */
  anchor: { cardId: string; selected: ReadonlySet<string> } | null
  /** Whether the menu with the columns is open. */
  isMoveMenuOpen: boolean
  /** Selected cards that were dropped on a column, until their move begins. */
  dropped: DroppedCards | null
}

export interface DroppedCards {
  cardIds: ReadonlySet<string>
  columnKey: string
  /** The one that was under the pointer. */
  cardId: string
}

const EMPTY: SelectionState = {
  cardIds: new Set(),
  anchor: null,
  isMoveMenuOpen: false,
  dropped: null,
}

/** The one selection: bulk actions, the toolbar, and the marks on the cards derive from it. */
export const useSelectionStore = create<SelectionState>(() => EMPTY)

export function toggleSelected(cardId: string): void {
  const cardIds = new Set(useSelectionStore.getState().cardIds)
  const wasSelected = cardIds.delete(cardId)
  if (!wasSelected) cardIds.add(cardId)
  setSelected(cardIds, cardId)
}

/** Adds cards, such as all of a column. A range then begins at the last one. */
export function selectCards(cardIds: readonly string[]): void {
  const selected = new Set([...useSelectionStore.getState().cardIds, ...cardIds])
  setSelected(selected, cardIds.at(-1))
}

/** Selects from the anchor up to a card. A further range with the same anchor replaces this one. */
export function selectRange(cardIds: readonly string[]): void {
  const { anchor, cardIds: selected } = useSelectionStore.getState()
  const before = anchor?.selected ?? selected
  useSelectionStore.setState({ cardIds: new Set([...before, ...cardIds]) })
}

function setSelected(cardIds: ReadonlySet<string>, anchor: string | undefined): void {
  if (cardIds.size === 0) return useSelectionStore.setState(EMPTY)
  const isAnchored = anchor !== undefined && cardIds.has(anchor)
  useSelectionStore.setState({
    cardIds,
    anchor: isAnchored ? { cardId: anchor, selected: cardIds } : null,
  })
}

export function clearSelection(): void {
  if (useSelectionStore.getState().cardIds.size > 0) useSelectionStore.setState(EMPTY)
}

/** Keeps only these of the selected cards: the others have left the board. */
export function keepSelected(isKept: (cardId: string) => boolean): void {
  const { cardIds, anchor } = useSelectionStore.getState()
  const kept = new Set([...cardIds].filter(isKept))
  if (kept.size === cardIds.size) return
  if (kept.size === 0) return useSelectionStore.setState(EMPTY)
  const isAnchored = anchor !== null && kept.has(anchor.cardId)
  useSelectionStore.setState({ cardIds: kept, anchor: isAnchored ? anchor : null })
}

export function setMoveMenuOpen(isMoveMenuOpen: boolean): void {
  useSelectionStore.setState({ isMoveMenuOpen })
}

/** The code that moves them may still be on its way. */
export function setDropped(dropped: DroppedCards | null): void {
  useSelectionStore.setState({ dropped })
}
