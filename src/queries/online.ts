import { useSyncExternalStore } from 'react'

/** Why nothing can be changed while the device is offline; undefined when it is online. */
export function offlineReason(): string | undefined {
  return navigator.onLine ? undefined : 'You are offline, so the board can be looked at but not changed.'
}

/** Is the device online, as far as the browser knows? */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, () => navigator.onLine)
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener('online', onChange)
  window.addEventListener('offline', onChange)
  return () => {
    window.removeEventListener('online', onChange)
    window.removeEventListener('offline', onChange)
  }
}
