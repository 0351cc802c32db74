const isApple = /Mac|iPhone|iPad/.test(navigator.platform)

/** The keys of a shortcut as they are on this machine: "⌘ K", or "Ctrl K". */
export function modifierKeys(key: string): string {
  return `${isApple ? '⌘' : 'Ctrl'} ${key}`
}
