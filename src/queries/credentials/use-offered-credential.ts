import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Credential } from '#contract/readers/read-credential.ts'
import { checkSecret } from './check-secret.ts'

/**
 * Whose key a sign-in link offers, before a person accepts it. Nothing is stored. Undefined until
 * it's known: why it isn't, the person reads when they connect.
 */
export function useOfferedCredential(secret: string | undefined): Credential | undefined {
  const queryClient = useQueryClient()
  const [credential, setCredential] = useState<Credential>()
  useEffect(() => {
    if (secret === undefined) return
    let isWanted = true
    const show = (found: Credential) => isWanted && setCredential(found)
    checkSecret(queryClient, secret).then(
      ({ credential: found }) => show(found),
      () => undefined,
    )
    return () => {
      isWanted = false
    }
  }, [queryClient, secret])
  return credential
}
