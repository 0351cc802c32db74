/** TypeScript doesn't know it yet, and not every browser has it. */
type CloseWatcherType = new () => EventTarget & { destroy: () => void }

/**
 * Calls back once, when a person presses the Back button of a phone. Where there is none, it's Escape,
 * wherever the focus is. Returns the function that stops it.
 */
export function watchBack(onBack: () => void): () => void {
  const { CloseWatcher } = window as { CloseWatcher?: CloseWatcherType }
  const watcher = CloseWatcher && new CloseWatcher()
  watcher?.addEventListener('close', onBack)
  return () => watcher?.destroy()
}
