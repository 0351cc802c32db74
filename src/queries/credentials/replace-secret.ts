import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ApiError } from '#client/api-error.ts'
import { addKey } from '#state/keys/add-key.ts'
import type { StoredKey } from '#state/keys/stored-keys.ts'
import { isCredentialKey, keyIdOf, keys } from '../keys.ts'
import { checkSecret } from './check-secret.ts'

export type ReplaceOutcome = { type: 'replaced' } | { type: 'other-key'; name: string }

/**
 * Gives a stored key a new secret if it belongs to the same credential (two secrets can be active
 * at a time, spec 5.1), and loads everything again.
 */
export function useReplaceSecret(key: StoredKey, onOutcome: (outcome: ReplaceOutcome) => void) {
  const queryClient = useQueryClient()
  return useMutation<ReplaceOutcome, ApiError, string>({
    mutationFn: async (secret) => {
      const { credential, inspect } = await checkSecret(queryClient, secret)
      if (credential.clientId !== key.clientId) return { type: 'other-key', name: credential.name }
      inspect(key.id)
      const { id, clientId, isRemembered } = key
      await addKey({ id, clientId, name: credential.name, secret, remember: isRemembered })
      queryClient.setQueryData(keys.credential(id), credential)
      void queryClient.invalidateQueries({
        predicate: ({ queryKey }) => keyIdOf(queryKey) === id && !isCredentialKey(queryKey),
      })
      return { type: 'replaced' }
    },
    onSuccess: onOutcome,
    gcTime: 0,
  })
}
