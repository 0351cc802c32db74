import { useEffect } from 'react'

/** Marks the page for the styles of others while the component is there. */
export function usePageMark(name: `data-${string}`): void {
  useEffect(() => {
    document.documentElement.setAttribute(name, '')
    return () => document.documentElement.removeAttribute(name)
  }, [name])
}
