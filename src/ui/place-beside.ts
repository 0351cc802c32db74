const GAP = 4
const EDGE = 8

/**
 * Puts an open popover under its anchor, above it where there is no room, and always inside the window. A sheet on a
 * narrow screen is placed by the style sheet instead.
 */
export function placeBeside(popover: HTMLElement, anchor: Element | null, sheet: boolean): void {
  if (sheet && window.matchMedia('(width < 40rem)').matches) {
    popover.style.left = ''
    popover.style.top = ''
    return
  }
  const at = anchor?.getBoundingClientRect() ?? new DOMRect(window.innerWidth / 2, window.innerHeight / 3, 0, 0)
  const size = popover.getBoundingClientRect()
  const below = at.bottom + GAP
  const fitsBelow = below + size.height <= window.innerHeight - EDGE
  const top = fitsBelow ? below : Math.max(EDGE, at.top - GAP - size.height)
  const left = Math.min(at.left, window.innerWidth - size.width - EDGE)
  popover.style.top = `${Math.max(EDGE, Math.min(top, window.innerHeight - size.height - EDGE))}px`
  popover.style.left = `${Math.max(EDGE, left)}px`
}
