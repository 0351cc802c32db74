import { create } from 'zustand'
import { announce, resetAnnouncer } from './announcer.ts'
import type { UndoableChange } from './undo-store.ts'

export type ToastTone = 'success' | 'error' | 'info'

/** What a button of a toast does; the list of toasts carries it out. */
export type ToastAction =
  | { type: 'undo'; change: UndoableChange }
  | { type: 'retry-move'; cardId: string; statusId: string }
  | { type: 'restore-key'; keyId: string }
  | { type: 'switch-key'; keyId: string; name: string }
  | { type: 'show-card'; cardId: string }
  | { type: 'show-bulk-result' }
  | { type: 'show-unrecognized' }
  | { type: 'use-new-version' }

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
 * Clears what was shown and announced about a board, before another one opens. What isn't about a
 * board stays: the offer to restore a removed key, or to use a new version.
 */
export function resetToasts(): void {
  resetAnnouncer()
  keepToasts(({ actions }) => actions.some(({ type }) => OF_ALL_BOARDS.includes(type)))
}

const OF_ALL_BOARDS: readonly ToastAction['type'][] = ['restore-key', 'use-new-version']

/** Dismisses all other toasts. */
function keepToasts(isKept: (toast: Toast) => boolean): void {
  const { toasts } = useToastStore.getState()
  const kept = toasts.filter(isKept)
  if (kept.length < toasts.length) useToastStore.setState({ toasts: kept })
}

const MAX_TOASTS = 3

interface ToastOptions {
  actions?: readonly ToastAction[]
  about?: string | undefined
  /** By default, everything but an error. A refusal may: its card keeps the reason. */
  isTimed?: boolean
}

/** Shows a sentence as a toast and announces it. Returns the id of the toast. */
export function showToast(text: string, tone: ToastTone, options: ToastOptions = {}): number {
  const { actions = [], about } = options
  const isTimed = options.isTimed ?? tone !== 'error'
  const { toasts, lastId } = useToastStore.getState()
  const id = lastId + 1
  const toast: Toast = { id, text, tone, actions, about, isTimed }
  const others = toasts.filter((other) => about === undefined || other.about !== about)
  useToastStore.setState({ toasts: withoutOldest([toast, ...others]), lastId: id })
  announce(text)
  return id
}

/** A toast without a button goes first: what it says can be seen elsewhere. */
function withoutOldest(toasts: readonly Toast[]): readonly Toast[] {
  if (toasts.length <= MAX_TOASTS) return toasts
  const plain = toasts.findLastIndex((toast) => toast.actions.length === 0)
  return toasts.toSpliced(plain > 0 ? plain : toasts.length - 1, 1)
}

/** Dismisses what was shown about a card that is being changed again. */
export function dismissToastAbout(cardKey: string): void {
  keepToasts((toast) => toast.about !== cardKey)
}

export function dismissToast(id: number): void {
  keepToasts((toast) => toast.id !== id)
}
