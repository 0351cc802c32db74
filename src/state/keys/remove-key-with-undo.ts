import { showToast } from '../show-toast.ts'
import { useToastStore } from '../toast-store.ts'
import { discardRemovedKey, removeKey } from './change-keys.ts'

/**
 * Removes a key, and offers to undo it in a toast with this message. The last copy of the secret
 * goes with the toast.
 */
export async function removeKeyWithUndo(keyId: string, message: string): Promise<void> {
  await removeKey(keyId)
  const action = { type: 'restore-key', keyId } as const
  const id = showToast(message, 'info', { actions: [action] })
  const unsubscribe = useToastStore.subscribe(({ toasts }) => {
    if (toasts.some((toast) => toast.id === id)) return
    unsubscribe()
    discardRemovedKey(keyId)
  })
}
