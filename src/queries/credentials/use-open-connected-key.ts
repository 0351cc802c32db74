import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Credential } from '#contract/readers/read-credential.ts'
import { setNewestKey, useKeysStore } from '#state/keys/keys-store.ts'
import type { StoredKey } from '#state/keys/stored-keys.ts'
import { rememberBoard } from '#state/recent-boards-store.ts'
import { clearUrl } from '#state/url.ts'
import { readUrl } from '#state/url-state.ts'
import { keys } from '../keys.ts'

/**
 * Shows what a new key has access to. If only other keys have access to the board in the URL, the
 * URL is cleared. If no key had access before, the URL stays, because the person came for that
 * board.
 */
function openConnectedKey(
  queryClient: QueryClient,
  previousKeys: readonly StoredKey[],
  newKey: StoredKey,
): void {
  const { workspaceId } = readUrl()
  const hasAccess = (key: StoredKey) => {
    const credential = queryClient.getQueryData<Credential>(keys.credential(key.id))
    return credential?.boards.some((entry) => entry.workspaceId === workspaceId) ?? false
  }
  if (workspaceId && hasAccess(newKey)) rememberBoard({ keyId: newKey.id, workspaceId })
  else if (previousKeys.some((key) => key.id !== newKey.id && hasAccess(key))) clearUrl()
}

/** Shows what a new key has access to. */
export function useOpenConnectedKey(): (newKey: StoredKey) => void {
  const queryClient = useQueryClient()
  return useCallback(
    (newKey) => {
      openConnectedKey(queryClient, useKeysStore.getState().keys, newKey)
      setNewestKey(newKey.id)
    },
    [queryClient],
  )
}
