import { type RefObject, useEffect } from 'react'

/**
 * A plain click on the link of a card opens its panel, and no page. The browser opens it in a new
 * tab or window with the usual keys.
 */
export function useCardLinks(boardRef: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    // Before dnd-kit, which keeps the click that ends a drag from everything else.
    const handleClick = (event: MouseEvent) => {
      const { target } = event
      const isLink = target instanceof Element && target.closest('[data-card-link]') !== null
      if (!isLink || !boardRef.current?.contains(target)) return
      if (!opensElsewhere(event)) event.preventDefault()
    }
    window.addEventListener('click', handleClick, true)
    return () => window.removeEventListener('click', handleClick, true)
  }, [boardRef])
}

/** Whether a click on a link opens another tab or window. */
export function opensElsewhere({ ctrlKey, metaKey, shiftKey }: MouseEvent): boolean {
  return ctrlKey || metaKey || shiftKey
}
