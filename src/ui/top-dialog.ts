import { useSyncExternalStore } from 'react'

/** The open modal dialogs, the topmost last. Everything outside the topmost one is inert, also to screen readers. */
let open: readonly HTMLDialogElement[] = []
const listeners = new Set<() => void>()

/** Notes an opened dialog; the returned function notes that it is closed. */
export function enterDialog(dialog: HTMLDialogElement): () => void {
  change([...open, dialog])
  return () => change(open.filter((one) => one !== dialog))
}

/** The topmost open dialog: what must be heard or pressed now belongs inside it. */
export function useTopDialog(): HTMLDialogElement | undefined {
  return useSyncExternalStore(subscribe, () => open.at(-1))
}

function change(next: readonly HTMLDialogElement[]): void {
  open = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
