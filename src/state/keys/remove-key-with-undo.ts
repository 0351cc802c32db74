import { showToast, useToastStore } from '../toast-store.ts'
import { discardRemovedKey, removeKey } from './change-keys.ts'

/**
 * Removes a key, and offers to undo it in a toast with this message. The last copy of the secret
 * goes with the toast.
 */
export async function removeKeyWithUndo(keyId: string, message: string): Promise<void> {
  await removeKey(keyId)
  const action = { type: 'restore-key', keyId } as const
  if (!showToast(message, 'info', { action })) return discardRemovedKey(keyId)
  const unsubscribe = useToastStore.subscribe(({ toast }) => {
    if (toast?.action === action) return
    unsubscribe()
    discardRemovedKey(keyId)
  })
}
