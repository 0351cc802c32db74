import { useEffect } from 'react'
import { keyRemovedInOtherTab } from '#model/messages/app-messages.ts'
import { useKeysStore } from '#state/keys/keys-store.ts'
import { showToast } from '#state/toast-store.ts'

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
