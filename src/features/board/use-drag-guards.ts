import { useEffect } from 'react'

/**
 * Lets go of the card, as Escape does, when the drag can no longer be trusted: the window loses the focus (the mouse
 * button may be released where no event reaches the page), or a second finger comes down (its lifting would count as
 * the drop).
 */
export function useDragGuards(dragging: boolean): void {
  useEffect(() => {
    if (!dragging) return
    const handleTouch = (event: TouchEvent) => {
      if (event.touches.length > 1) letGo()
    }
    window.addEventListener('blur', letGo)
    window.addEventListener('touchstart', handleTouch, { passive: true })
    return () => {
      window.removeEventListener('blur', letGo)
      window.removeEventListener('touchstart', handleTouch)
    }
  }, [dragging])
}

/** The sensors offer no cancel of their own, but every one of them hears Escape at the document. */
function letGo(): void {
  document.dispatchEvent(new KeyboardEvent('keydown', { code: 'Escape', key: 'Escape' }))
}
