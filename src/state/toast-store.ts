import { create } from 'zustand'
import { resetAnnouncer } from './announcer.ts'
import type { UndoableChange } from './undo-store.ts'

export type ToastTone = 'success' | 'error' | 'info'

/** What a button of a toast does; the list of toasts carries it out. */
export type ToastAction =
  | { type: 'undo'; change: UndoableChange }
  | { type: 'retry-move'; cardId: string; statusId: string }
  | { type: 'restore-key'; keyId: string }
  | { type: 'switch-key'; keyId: string; name: string }
  | { type: 'show-card'; cardId: string }
  | { type: 'show-unrecognized' }

export interface Toast {
  id: number
  text: string
  tone: ToastTone
  actions: readonly ToastAction[]
  /**
   * The card that it is about (`cardKey`): later news of the same card replaces it, whatever its
   * tone.
   */
  about: string | undefined
  /** Whether it goes away by itself. Otherwise a person has to dismiss it. */
  isTimed: boolean
}

interface ToastState {
  /** The newest first. */
  toasts: readonly Toast[]
  lastId: number
}

export const useToastStore = create<ToastState>(() => ({ toasts: [], lastId: 0 }))

/**
 * Clears what was shown and announced about a board, before another one opens. The offer to restore
 * a removed key stays.
 */
export function resetToasts(): void {
  resetAnnouncer()
  keepToasts((toast) => toast.actions.some((action) => action.type === 'restore-key'))
}

/** Dismisses all other toasts. */
export function keepToasts(isKept: (toast: Toast) => boolean): void {
  const { toasts } = useToastStore.getState()
  const kept = toasts.filter(isKept)
  if (kept.length < toasts.length) useToastStore.setState({ toasts: kept })
}
