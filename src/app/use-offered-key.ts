import { useLayoutEffect, useState } from 'react'
import { setNewestKey } from '#state/keys/keys-store.ts'
import { takeSignInKey } from './sign-in-link.ts'

/** A key from a sign-in link, until it is used or declined. */
export interface KeyOffer {
  key: string | undefined
  clear: () => void
}

export function useOfferedKey(initialKey: string | undefined): KeyOffer {
  const [key, setKey] = useState(initialKey)
  // Other effects can change the URL, and so lose the key.
  useLayoutEffect(() => {
    // A sign-in link that is opened in this tab only changes the URL: the page does not start
    // again.
    const takeKey = () => {
      const offered = takeSignInKey(window.location, window.history)
      if (offered === undefined) return
      setNewestKey(undefined)
      setKey(offered)
    }
    takeKey()
    // In the capturing phase: before other code reacts to the new URL.
    window.addEventListener('popstate', takeKey, true)
    window.addEventListener('hashchange', takeKey)
    return () => {
      window.removeEventListener('popstate', takeKey, true)
      window.removeEventListener('hashchange', takeKey)
    }
  }, [])
  return { key, clear: () => setKey(undefined) }
}
