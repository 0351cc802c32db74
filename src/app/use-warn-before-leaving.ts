import { useEffect } from 'react'

/** Leaving during a write would leave its outcome unknown, so the browser asks first. */
export function useWarnBeforeLeaving(hasPendingWrites: boolean): void {
  useEffect(() => {
    if (!hasPendingWrites) return
    const handleLeave = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', handleLeave)
    return () => window.removeEventListener('beforeunload', handleLeave)
  }, [hasPendingWrites])
}
