import { useBoardUiStore } from '#state/board-ui-store.ts'

/**
 * The index of the tab stop among these cards, or -1. Selected here, so that only two columns
 * render when it moves.
 */
export function useTabStopIndex(cards: readonly { id: string }[]): number {
  return useBoardUiStore(({ tabStop }) =>
    tabStop === null ? -1 : cards.findIndex((card) => card.id === tabStop),
  )
}
