import { useEffect } from 'react'

/** Keeps the screen from turning off while the page is in sight, in browsers that can. */
export function useScreenWakeLock(): void {
  useEffect(() => {
    let lock: Promise<WakeLockSentinel | undefined> | undefined
    // The browser ends a lock by itself when the page is out of sight.
    const request = () => {
      if (document.visibilityState !== 'visible') return
      lock = navigator.wakeLock?.request('screen').catch(() => undefined)
    }
    request()
    document.addEventListener('visibilitychange', request)
    return () => {
      document.removeEventListener('visibilitychange', request)
      void lock?.then((sentinel) => sentinel?.release())
    }
  }, [])
}
