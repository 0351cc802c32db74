import { create } from 'zustand'
import { announce, resetAnnouncer } from './announcer.ts'

/** Errors stay until they are dismissed. */
export type ToastTone = 'success' | 'error' | 'info'

/** What the button of a toast does; the toast bar carries it out. */
export type ToastAction =
  | { type: 'undo-move' }
  | { type: 'restore-key'; keyId: string }
  | { type: 'switch-key'; keyId: string; name: string }
  | { type: 'show-unrecognized' }

export interface Toast {
  id: number
  text: string
  tone: ToastTone
  action: ToastAction | undefined
  /**
   * The card that it is about (`cardKey`): later news of the same card replaces it, whatever its
   * tone.
   */
  about: string | undefined
}

export const useToastStore = create<{ toast: Toast | null; lastId: number }>(() => ({
  toast: null,
  lastId: 0,
}))

/**
 * Shows a sentence as the toast and announces it. A success doesn't cover an error, except one
 * about the same card. False when it was only announced.
 */
export function showToast(
  text: string,
  tone: ToastTone,
  { action, about }: { action?: ToastAction | undefined; about?: string | undefined } = {},
): boolean {
  const { toast, lastId } = useToastStore.getState()
  const isSameCard = about !== undefined && toast?.about === about
  const isCovered = toast?.tone === 'error' && tone !== 'error' && !isSameCard
  if (!isCovered) {
    const id = lastId + 1
    useToastStore.setState({ toast: { id, text, tone, action, about }, lastId: id })
  }
  announce(text)
  return !isCovered
}

/** Dismisses what was shown about a card that is being changed again. */
export function dismissToastAbout(cardKey: string): void {
  if (useToastStore.getState().toast?.about === cardKey) useToastStore.setState({ toast: null })
}

/** Dismisses the toast if it is still this one. */
export function dismissToast(id: number): void {
  if (useToastStore.getState().toast?.id === id) useToastStore.setState({ toast: null })
}

/**
 * Clears what was shown and announced about a board, before another one opens. The offer to restore
 * a removed key stays.
 */
export function resetToasts(): void {
  resetAnnouncer()
  const { toast } = useToastStore.getState()
  if (toast?.action?.type !== 'restore-key') useToastStore.setState({ toast: null })
}
