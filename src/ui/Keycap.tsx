import { CONTROL_KEY } from '#messages/common-messages.ts'

interface KeycapProps {
  /** "M", "G L" (one after the other), or "Ctrl K". */
  keys: string
  className?: string
}

/** Screen readers get the keys from `aria-keyshortcuts`, and a finger has none. */
export function Keycap({ keys, className = '' }: KeycapProps) {
  const isSingle = keys.split(' ')[0]?.length === 1
  return (
    <span
      aria-hidden="true"
      data-single-key={isSingle ? '' : undefined}
      className={`keycap pointer-coarse:hidden ${className}`}
    >
      {keys}
    </span>
  )
}

const isApple = /Mac|iPhone|iPad/.test(navigator.platform)

/** A shortcut as `aria-keyshortcuts` has it. */
export function ariaShortcut(keys: string | undefined): string | undefined {
  return keys?.replace(`${CONTROL_KEY} `, 'Control+').replace('⌘ ', 'Meta+')
}

/** The keys of a shortcut as they are on this machine: "⌘ K", or "Ctrl K". */
export function modifierKeys(key: string): string {
  return `${isApple ? '⌘' : CONTROL_KEY} ${key}`
}
