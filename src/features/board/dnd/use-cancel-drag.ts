import { useEffect } from 'react'

/**
 * Cancels a drag that can no longer be trusted: when the window loses the focus, the mouse button
 * may be released where no event reaches the page, and when a second finger touches the screen,
 * lifting it would count as the drop.
 */
export function useCancelDrag(isDragging: boolean): void {
  useEffect(() => {
    if (!isDragging) return
    const handleTouch = (event: TouchEvent) => {
      if (event.touches.length > 1) cancelDrag()
    }
    window.addEventListener('blur', cancelDrag)
    window.addEventListener('touchstart', handleTouch, { passive: true })
    return () => {
      window.removeEventListener('blur', cancelDrag)
      window.removeEventListener('touchstart', handleTouch)
    }
  }, [isDragging])
}

/** The sensors have no cancel function, but all of them listen for Escape on the document. */
function cancelDrag(): void {
  document.dispatchEvent(new KeyboardEvent('keydown', { code: 'Escape', key: 'Escape' }))
}
