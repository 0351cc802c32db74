import { useState } from 'react'
import { useBoardUiStore } from '#state/board-ui-store.ts'
import { useCardMarks } from '../card/card-marks.ts'

type Cards = readonly { id: string }[]

/**
 * The index of the tab stop among these cards, or -1, for a list that keeps its row. It renders only
 * when the tab stop moves to a card that has no element yet.
 */
export function useTabStopIndex(cards: Cards): () => number {
  const [indexOf] = useState(createLookup)
  const marks = useCardMarks()
  useBoardUiStore(({ tabStop }) => {
    const hasElement = tabStop === null || marks.isFollowed(tabStop)
    return hasElement ? -1 : indexOf(cards, tabStop)
  })
  return () => indexOf(cards, useBoardUiStore.getState().tabStop)
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
