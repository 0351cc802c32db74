import { useEffect } from 'react'
import { afterPaint } from '#hooks/schedule.ts'

/** How many elements it remembers that had the focus. */
const MAX_REMEMBERED = 8

/**
 * When the element with the focus goes away, the focus goes on: to the dialog, sheet, or menu that
 * it was in, or else to what had the focus before, or else to the page. Use it once.
 * `isFocusComing` says that an element which is yet to be shown gets the focus; it must be stable.
 */
export function useFocusGuard(isFocusComing: () => boolean): void {
  useEffect(() => {
    const watch = new AbortController()
    const options = { signal: watch.signal, capture: true }
    let focused: HTMLElement[] = []
    let ancestors: Element[] = []
    const remember = (element: HTMLElement) => {
      const others = focused.filter((other) => other !== element && other.isConnected)
      focused = [element, ...others].slice(0, MAX_REMEMBERED)
      ancestors = ancestorsOf(element)
    }
    const restore = () => {
      const { activeElement, body } = document
      const [last] = focused
      if (!last || (activeElement && activeElement !== body) || isFocusComing()) return
      if (!canHaveFocus(last)) nextFocus(ancestors, focused)?.focus()
      // Somebody has clicked on the page: the focus is where they want it.
      else focused = []
    }
    const { activeElement } = document
    if (activeElement instanceof HTMLElement && activeElement !== document.body)
      remember(activeElement)
    // What had the focus may be gone already: a page can be used before this code is there.
    else if (!isFocusComing()) nextFocus([], [])?.focus({ preventScroll: true })
    document.addEventListener(
      'focusin',
      ({ target }) => {
        const isKept = target instanceof HTMLElement && target !== document.body
        if (isKept) remember(target)
      },
      options,
    )
    // React has put the next screen there by then, and a component has chosen its focus.
    const restoreSoon = ({ relatedTarget }: FocusEvent) => {
      if (!relatedTarget) setTimeout(() => afterPaint(restore))
    }
    document.addEventListener('focusout', restoreSoon, options)
    // Not every browser reports that the focused element is gone.
    window.addEventListener('keydown', restore, options)
    return () => watch.abort()
  }, [isFocusComing])
}

const CONTAINERS = 'dialog[open], [data-sheet], [popover]'

function nextFocus(
  ancestors: readonly Element[],
  focused: readonly HTMLElement[],
): HTMLElement | null | undefined {
  const container = ancestors.find((element) => element.matches(CONTAINERS) && isShown(element))
  if (container instanceof HTMLElement) {
    // A dialog has no tab index of its own.
    if (container.tabIndex < 0) container.tabIndex = -1
    return container
  }
  return focused.find(canHaveFocus) ?? document.querySelector<HTMLElement>('[data-focus-home]')
}

function canHaveFocus(element: HTMLElement): boolean {
  return isShown(element) && element.closest('[inert]') === null
}

function isShown(element: Element): boolean {
  return element.isConnected && element.checkVisibility({ visibilityProperty: true })
}

function ancestorsOf(element: Element): Element[] {
  const ancestors: Element[] = []
  for (let next = element.parentElement; next; next = next.parentElement) ancestors.push(next)
  return ancestors
}
