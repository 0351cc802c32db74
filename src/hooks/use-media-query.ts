import { useCallback, useSyncExternalStore } from 'react'

/** Where one column fills the width, and menus are sheets. The styles have it as `max-sm`. */
export const NARROW = '(width < 40rem)'

/** Where people use a finger, and often have no keyboard. */
export const COARSE_POINTER = '(pointer: coarse)'

/** Whether the window matches a media query now. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', onChange)
      return () => list.removeEventListener('change', onChange)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches)
}
