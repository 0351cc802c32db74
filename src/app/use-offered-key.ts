import { useEffect, useState } from 'react'
import { setNewestKey } from '#state/keys/keys-store.ts'
import { takeSignInKey } from './sign-in-link.ts'

/** A key from a sign-in link, until it is used or declined. */
export interface KeyOffer {
  key: string | undefined
  clear: () => void
}

export function useOfferedKey(initialKey: string | undefined): KeyOffer {
  const [key, setKey] = useState(initialKey)
  useEffect(() => {
    // A sign-in link that is opened in this tab only changes the URL: the page does not start
    // again.
    const handleHashChange = () => {
      const offered = takeSignInKey(window.location, window.history)
      if (offered === undefined) return
      setNewestKey(undefined)
      setKey(offered)
    }
    window.addEventListener('hashchange', handleHashChange)
    return () => window.removeEventListener('hashchange', handleHashChange)
  }, [])
  return { key, clear: () => setKey(undefined) }
}
