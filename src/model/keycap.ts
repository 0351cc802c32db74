import type { ShortcutKeys } from './shortcuts.ts'

/**
 * As `aria-keyshortcuts` and a keycap have it: "G L", "/". Apart from the list of shortcuts, which
 * the first screen doesn't need.
 */
export function keycap(keys: ShortcutKeys): string {
  return keys.toUpperCase()
}
