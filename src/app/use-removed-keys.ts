import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { keyRemovedInOtherTab } from '#messages/app-messages.ts'
import { removeKeyData } from '#queries/credentials/remove-key-data.ts'
import { forgetActivity } from '#state/activity-store.ts'
import { forgetBulkAction } from '#state/bulk-action-store.ts'
import { isKeyStored, useKeysStore } from '#state/keys/keys-store.ts'
import { showToast } from '#state/toast-store.ts'
import { forgetPendingChanges } from '#state/undo-store.ts'

/** Removes everything that was loaded with a removed key, also when another tab removed it. */
export function useRemovedKeys(): void {
  const queryClient = useQueryClient()
  const keys = useKeysStore((state) => state.keys)
  useEffect(
    () => () => {
      for (const { id } of keys) {
        if (isKeyStored(id)) continue
        removeKeyData(queryClient, id)
        forgetActivity(id)
        forgetBulkAction(id)
        forgetPendingChanges(id)
      }
    },
    [keys, queryClient],
  )
}

/** Reports keys that another tab has removed. */
export function useRemovedKeyNotice(): void {
  const removedInOtherTab = useKeysStore((state) => state.removedInOtherTab)
  useEffect(() => {
    for (const { name, tail } of removedInOtherTab) {
      showToast(keyRemovedInOtherTab(name, tail), 'info')
    }
    if (removedInOtherTab.length > 0) useKeysStore.setState({ removedInOtherTab: [] })
  }, [removedInOtherTab])
}
