import { NARROW } from '#hooks/use-media-query.ts'

const GAP = 4
const EDGE = 8

/** An element, or a point of the window. */
export interface Anchor extends Pick<Element, 'getBoundingClientRect'> {
  /** Whether the popover ends where the anchor ends, as at the right edge of a card. */
  isAtEnd?: boolean
}

/**
 * Places an open popover below its anchor, above it if there is no room, and always inside the
 * window. On a narrow screen it is a sheet, which the styles place.
 */
export function placePopover(popover: HTMLElement, anchor: Anchor | null): void {
  if (window.matchMedia(NARROW).matches) {
    popover.style.left = ''
    popover.style.top = ''
    return
  }
  placeBeside(popover, anchor)
}

/** Like `placePopover`, on a screen of any width. */
export function placeBeside(popover: HTMLElement, anchor: Anchor | null): void {
  const { innerWidth, innerHeight } = window
  const rect = anchor?.getBoundingClientRect() ?? new DOMRect(innerWidth / 2, innerHeight / 3, 0, 0)
  const size = popover.getBoundingClientRect()
  const below = rect.bottom + GAP
  const fitsBelow = below + size.height <= innerHeight - EDGE
  const top = fitsBelow ? below : Math.max(EDGE, rect.top - GAP - size.height)
  const start = anchor?.isAtEnd ? rect.right - size.width : rect.left
  const left = Math.min(start, innerWidth - size.width - EDGE)
  popover.style.top = `${Math.max(EDGE, Math.min(top, innerHeight - size.height - EDGE))}px`
  popover.style.left = `${Math.max(EDGE, left)}px`
}
