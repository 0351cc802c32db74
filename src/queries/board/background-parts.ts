/** What compares a load with the one before; undefined when the code can't be loaded. */
export function loadMerge() {
  return import('./merge-loaded-board.ts').catch(() => undefined)
}
