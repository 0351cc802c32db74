import { type RefObject, useEffect, useRef } from 'react'
import type { Board } from '#contract/readers/read-board.ts'
import { useLatest } from '#hooks/use-effect-event.ts'
import { findCard } from '#model/board-lookup.ts'
import { answers } from '#start/later.tsx'
import { openCard } from '#state/navigation.ts'
import { type BoardElementRef, cardIdAt, isOnCardButton } from '../board-dom.ts'
import { opensElsewhere } from './use-card-links.ts'

/** A mouse button or a finger that is down on the board. */
export type HeldPress = RefObject<MouseEvent | TouchEvent | undefined>

/**
 * Until what answers a person is there: a press loads it and, if it's still held then, becomes a
 * drag. A click opens its card. The code of the first screen has nothing else for a card.
 */
export function useHeldPress(
  boardRef: BoardElementRef,
  board: Board,
  areAnswersThere: boolean,
): HeldPress {
  const press: HeldPress = useRef(undefined)
  const latestBoard = useLatest(board)
  useEffect(() => {
    const element = boardRef.current
    if (areAnswersThere || !element) return
    const watch = new AbortController()
    const options = { signal: watch.signal, passive: true }
    const handlePress = (event: MouseEvent | TouchEvent) => {
      void answers.load()
      press.current = event
      watchPressEnd(() => {
        press.current = undefined
      })
    }
    const handleClick = (event: MouseEvent) => {
      const cardId = cardIdAt(event.target)
      const isPlain = !event.shiftKey && !opensElsewhere(event) && !isOnCardButton(event.target)
      const card = cardId !== undefined && isPlain && findCard(latestBoard.current, cardId)?.card
      if (card) openCard(card)
    }
    element.addEventListener('mousedown', handlePress, options)
    element.addEventListener('touchstart', handlePress, options)
    element.addEventListener('click', handleClick, options)
    return () => watch.abort()
  }, [boardRef, areAnswersThere, latestBoard])
  return press
}

/** Calls `onEnd` once, when the press ends. */
function watchPressEnd(onEnd: () => void): void {
  const watch = new AbortController()
  for (const type of ['mouseup', 'touchend', 'touchcancel', 'blur']) {
    const handleEnd = ({ target }: Event) => {
      // The blur of an element is no end: a press moves the focus.
      if (type === 'blur' && target !== window) return
      watch.abort()
      onEnd()
    }
    window.addEventListener(type, handleEnd, { signal: watch.signal, capture: true })
  }
}
