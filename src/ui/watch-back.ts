/** TypeScript doesn't know it yet, and not every browser has it. */
type CloseWatcherType = new () => EventTarget & { destroy: () => void }

/**
 * Calls back once, when a person leaves something by the Back button of a phone. On other devices, it's
 * Escape, wherever the focus is. Returns what stops it.
 */
export function watchBack(onBack: () => void): () => void {
  const { CloseWatcher } = window as { CloseWatcher?: CloseWatcherType }
  const watcher = CloseWatcher && new CloseWatcher()
  watcher?.addEventListener('close', onBack)
  return () => watcher?.destroy()
}
