import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { ApiError } from '#client/api-error.ts'
import { addKey, keyIdFor } from '#state/keys/add-key.ts'
import type { StoredKey } from '#state/keys/stored-keys.ts'
import { learnBoardNames } from '#state/service-names-store.ts'
import { keys } from '../keys.ts'
import { checkSecret } from './check-secret.ts'

export interface OfferedKey {
  secret: string
  remember: boolean
}

export type ConnectOutcome =
  /** `isStorageMissing`: this browser couldn't remember the key. */
  | { type: 'connected'; key: StoredKey; isStorageMissing: boolean }
  /** The key is valid, but has access to no boards, so it is not stored. */
  | { type: 'no-boards'; name: string }
  /** `cancel` was called before the service responded, so the key is not stored. */
  | { type: 'canceled' }

/**
 * Checks a key with GET /v1/me, and stores it if it has access to a board. The mutation does not
 * keep the secret. `onOutcome` is called in any case: the stored key closes the form before the
 * mutation ends.
 */
export function useConnectKey(onOutcome: (outcome: ConnectOutcome) => void) {
  const queryClient = useQueryClient()
  const isCanceled = useRef(false)
  const mutation = useMutation<ConnectOutcome, ApiError, OfferedKey>({
    mutationFn: async ({ secret, remember }) => {
      const { credential, inspect } = await checkSecret(queryClient, secret)
      if (isCanceled.current) return { type: 'canceled' }
      const { clientId, name } = credential
      if (credential.boards.length === 0) return { type: 'no-boards', name }
      const id = keyIdFor(clientId)
      inspect(id)
      learnBoardNames(credential.boards)
      // Before the key is stored, so that its boards are known as soon as it appears.
      queryClient.setQueryData(keys.credential(id), credential)
      const key = await addKey({ id, clientId, name, secret, remember })
      return { type: 'connected', key, isStorageMissing: remember && !key.isRemembered }
    },
    onSuccess: onOutcome,
    gcTime: 0,
  })
  const cancel = () => {
    isCanceled.current = true
  }
  return { ...mutation, cancel }
}
