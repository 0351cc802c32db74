import { announce } from './announce.ts'
import {
  keepToasts,
  type Toast,
  type ToastAction,
  type ToastTone,
  useToastStore,
} from './toast-store.ts'

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
