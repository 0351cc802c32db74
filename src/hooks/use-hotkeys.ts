import { type RefObject, useEffect } from 'react'
import { pressedKey } from './pressed-key.ts'
import { useLatest } from './use-effect-event.ts'

/**
 * Actions by shortcut: "?", "r", "ctrl+k" (Control or Command), "g l" (one key after the other). An
 * action returns false when it does not apply; then the event goes on.
 */
export type Hotkeys<Keys extends string = string> = Readonly<
  Record<Keys, (event: KeyboardEvent) => unknown>
>

/** For actions that apply whatever happens in them. */
export function run(act: () => void): boolean {
  act()
  return true
}

/** Time between the two keys of a sequence. */
const SEQUENCE_MS = 1_500

/**
 * Listens on the window before everything else. The newest actions are used without listening
 * again.
 */
export function useHotkeys(hotkeys: Partial<Hotkeys>): void {
  const latest = useLatest(hotkeys)
  useEffect(() => {
    const handleKeyDown = createKeyDownHandler(latest)
    window.addEventListener('keydown', handleKeyDown, true)
    return () => window.removeEventListener('keydown', handleKeyDown, true)
  }, [latest])
}

function createKeyDownHandler(hotkeys: RefObject<Partial<Hotkeys>>) {
  let previous = { key: '', at: Number.NEGATIVE_INFINITY }
  return (event: KeyboardEvent): void => {
    if (event.defaultPrevented) return
    const key = shortcutOf(event)
    const isSequence = event.timeStamp - previous.at < SEQUENCE_MS
    const sequence = isSequence ? hotkeys.current[`${previous.key} ${key}`] : undefined
    previous = { key: isTyping(event.target) ? '' : key, at: event.timeStamp }
    const action = sequence ?? hotkeys.current[key]
    if (!action || action(event) === false) return
    event.preventDefault()
    // A key that is part of a sequence must not reach the board, where it can have another meaning.
    if (sequence) event.stopPropagation()
  }
}

/** What is typed into a field never begins a sequence. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || target.matches('input, textarea, select')
}

function shortcutOf(event: KeyboardEvent): string {
  const key = pressedKey(event).toLowerCase()
  const isCommand = event.ctrlKey || event.metaKey
  // Many keyboards type brackets with AltGr, which is Ctrl and Alt, or with Option.
  const isTypedBracket = (key === '[' || key === ']') && event.altKey && !event.metaKey
  if (isTypedBracket) return key
  if (event.altKey || (isCommand && event.shiftKey)) return ''
  return isCommand ? `ctrl+${key}` : key
}
