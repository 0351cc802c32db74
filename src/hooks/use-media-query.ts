import { useCallback, useSyncExternalStore } from 'react'

/** Where one column fills the width, and menus are sheets. The styles have it as `max-sm`. */
export const NARROW = '(width < 40rem)'

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
