import { useEffect, useState } from 'react'
import { type BoardElementRef, cardAt } from '../board-dom.ts'

/** What a person did on the board before the code that answers was there. */
export class EarlyEvents {
  /** A mouse button or a finger that is still down. */
  press: MouseEvent | TouchEvent | undefined
  /** Clicks, right clicks, and keys, oldest first. */
  private waiting: (MouseEvent | KeyboardEvent)[] = []

  add(event: MouseEvent | KeyboardEvent): void {
    this.waiting.push(event)
  }

  /** All clicks, right clicks, and keys, once. */
  takeAll(): readonly (MouseEvent | KeyboardEvent)[] {
    return this.waiting.splice(0)
  }
}

/** Remembers the events of the board's cards until `isReady`. The first one calls `onFirst`. */
export function useEarlyEvents(
  boardRef: BoardElementRef,
  isReady: boolean,
  onFirst: () => void,
): EarlyEvents {
  const [early] = useState(() => new EarlyEvents())
  useEffect(() => {
    const board = boardRef.current
    if (isReady || !board) return
    const watch = new AbortController()
    const options = { signal: watch.signal, passive: true }
    const handlePress = (event: MouseEvent | TouchEvent) => {
      early.press = event
      watchPressEnd(() => {
        early.press = undefined
      })
      onFirst()
    }
    const handleOther = (event: MouseEvent | KeyboardEvent) => {
      early.add(event)
      onFirst()
    }
    const handleContextMenu = (event: MouseEvent) => {
      if (!opensCardMenu(event)) return
      event.preventDefault()
      handleOther(event)
    }
    board.addEventListener('mousedown', handlePress, options)
    board.addEventListener('touchstart', handlePress, options)
    board.addEventListener('click', handleOther, options)
    board.addEventListener('keydown', handleOther, options)
    board.addEventListener('contextmenu', handleContextMenu, { signal: watch.signal })
    return () => watch.abort()
  }, [boardRef, isReady, onFirst, early])
  return early
}

/** With Shift, or beside the cards, a right click opens the browser's own menu. */
export function opensCardMenu({ target, shiftKey }: MouseEvent): boolean {
  return !shiftKey && cardAt(target) !== undefined
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
