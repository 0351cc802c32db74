import { type RefObject, useEffect, useRef } from 'react'
import { useOpenSheet } from '#ui/layers.tsx'
import { isCardInSight, revealBeside } from './show-card.ts'

/**
 * The board scrolls when the sheet would cover the open card. It scrolls back when the sheet
 * closes, unless a person has scrolled since then, or that would hide the card.
 */
export function useScrollBesideSheet(
  boardRef: RefObject<HTMLElement | null>,
  cardId: string | undefined,
): void {
  const sheet = useOpenSheet()
  const lastOpen = useRef('')
  useEffect(() => {
    const board = boardRef.current
    if (!board || !sheet) return
    const before = board.scrollLeft
    const byPerson = new AbortController()
    const options = { signal: byPerson.signal, passive: true }
    for (const type of ['wheel', 'touchmove', 'pointerdown']) {
      board.addEventListener(type, () => byPerson.abort(), options)
    }
    return () => {
      const after = board.scrollLeft
      const isMine = !byPerson.signal.aborted && after !== before
      byPerson.abort()
      if (!isMine) return
      board.scrollLeft = before
      if (!isCardInSight(lastOpen.current)) board.scrollLeft = after
    }
  }, [boardRef, sheet])
  useEffect(() => {
    if (cardId === undefined) return
    lastOpen.current = cardId
    revealBeside(cardId, sheet)
  }, [cardId, sheet])
}
