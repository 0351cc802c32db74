import { useState } from 'react'
import { useBoardUiStore } from '#state/board-ui-store.ts'

type Cards = readonly { id: string }[]

/**
 * The index of the tab stop among these cards, or -1. Selected here, so that only two columns
 * render when it moves.
 */
export function useTabStopIndex(cards: Cards): number {
  const [indexOf] = useState(createLookup)
  return useBoardUiStore(({ tabStop }) => indexOf(cards, tabStop))
}

/** It runs for any change of the store, so it remembers what it found last. */
function createLookup(): (cards: Cards, cardId: string | null) => number {
  let last: { cards: Cards; cardId: string | null; index: number } | undefined
  return (cards, cardId) => {
    if (last?.cards === cards && last.cardId === cardId) return last.index
    const index = cardId === null ? -1 : cards.findIndex((card) => card.id === cardId)
    last = { cards, cardId, index }
    return index
  }
}
