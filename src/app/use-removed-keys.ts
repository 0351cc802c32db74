import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { removeKeyData } from '#queries/credentials/remove-key-data.ts'
import { isKeyStored, useKeysStore } from '#state/keys/keys-store.ts'

/** Removes everything that was loaded with a removed key, also when another tab removed it. */
export function useRemovedKeys(): void {
  const queryClient = useQueryClient()
  const keys = useKeysStore((state) => state.keys)
  useEffect(
    () => () => {
      for (const key of keys) if (!isKeyStored(key.id)) removeKeyData(queryClient, key.id)
    },
    [keys, queryClient],
  )
}
