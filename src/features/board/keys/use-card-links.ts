import { useEffect } from 'react'
import { type BoardElementRef, isCardLink } from '../board-dom.ts'

/**
 * A plain click on the link of a card opens its panel, and no page. The browser opens it in a new
 * tab with the usual keys.
 */
export function useCardLinks(boardRef: BoardElementRef): void {
  useEffect(() => {
    // Before dnd-kit, which keeps the click that ends a drag from everything else.
    const handleClick = (event: MouseEvent) => {
      const { target } = event
      const isOnBoard = target instanceof Node && boardRef.current?.contains(target)
      if (!isOnBoard || !isCardLink(target)) return
      if (!opensElsewhere(event)) event.preventDefault()
    }
    window.addEventListener('click', handleClick, true)
    return () => window.removeEventListener('click', handleClick, true)
  }, [boardRef])
}

/** Whether a click on a link opens another tab. With Shift, it selects. */
export function opensElsewhere({ ctrlKey, metaKey }: MouseEvent): boolean {
  return ctrlKey || metaKey
}
