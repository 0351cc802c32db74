import { type KeyboardEvent, type RefObject, useRef } from 'react'

export const MENU_ITEM_SELECTOR =
  '[role="menuitem"],[role="menuitemradio"],[role="menuitemcheckbox"],[data-menu-extra]'

/** Time between two letters of one word. */
const TYPE_AHEAD_MS = 800

interface MenuKeyboardOptions {
  menu: RefObject<HTMLDivElement | null>
  onClose: () => void
  /** Enter in the filter field. */
  onChooseFirst: () => void
}

/** Arrow keys, Home, End, Escape, Tab, and type-ahead in a menu. */
export function useMenuKeyboard({ menu, onClose, onChooseFirst }: MenuKeyboardOptions) {
  const typed = useRef({ word: '', at: Number.NEGATIVE_INFINITY })
  const items = () => [...(menu.current?.querySelectorAll<HTMLElement>(MENU_ITEM_SELECTOR) ?? [])]
  const isTyping = (event: KeyboardEvent) => event.timeStamp - typed.current.at < TYPE_AHEAD_MS

  const moveFocus = (event: KeyboardEvent): boolean => {
    const targets = items()
    const index = nextIndex(event.key, targets)
    const isCursorKey = isInField() && (event.key === 'Home' || event.key === 'End')
    if (index === undefined || isCursorKey) return false
    targets.at(index % Math.max(1, targets.length))?.focus()
    return true
  }

  const typeAhead = (event: KeyboardEvent): void => {
    const field = menu.current?.querySelector('input')
    if (field) return field.focus()
    // A space within a word belongs to the word; otherwise it chooses the focused item.
    if (event.key === ' ') event.preventDefault()
    const word = (isTyping(event) ? typed.current.word : '') + event.key.toLowerCase()
    typed.current = { word, at: event.timeStamp }
    focusMatch(items(), word)
  }

  /** True when the key did something. */
  const handleKey = (event: KeyboardEvent): boolean => {
    if (event.key === 'Tab' || event.key === 'Escape') onClose()
    else if (moveFocus(event)) return true
    else if (event.key === 'Enter' && isInField()) onChooseFirst()
    else return false
    return true
  }

  const handleKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    event.stopPropagation()
    if (handleKey(event)) return event.preventDefault()
    const isTypeAhead = isLetter(event) && (event.key !== ' ' || isTyping(event))
    if (isTypeAhead && !isInField()) typeAhead(event)
  }

  // Firefox clicks a button when the space key is released.
  const handleKeyUp = (event: KeyboardEvent): void => {
    if (event.key === ' ' && typed.current.word.endsWith(' ')) event.preventDefault()
  }

  return { handleKeyDown, handleKeyUp }
}

function isInField(): boolean {
  return document.activeElement instanceof HTMLInputElement
}

function focusedIndex(targets: readonly Element[]): number {
  return document.activeElement ? targets.indexOf(document.activeElement) : -1
}

function nextIndex(key: string, targets: readonly HTMLElement[]): number | undefined {
  const current = focusedIndex(targets)
  switch (key) {
    case 'ArrowDown':
      return current + 1
    case 'ArrowUp':
      return current < 0 ? targets.length - 1 : current - 1
    case 'Home':
      return 0
    case 'End':
      return targets.length - 1
    default:
      return undefined
  }
}

function isLetter(event: KeyboardEvent): boolean {
  return event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey
}

/** A first letter goes to the next match; a longer word may stay at the current one. */
function focusMatch(targets: readonly HTMLElement[], word: string): void {
  const current = focusedIndex(targets)
  const start = current + (word.length > 1 ? 0 : 1)
  const order = [...targets.slice(start), ...targets.slice(0, start)]
  order.find((target) => target.textContent?.trim().toLowerCase().startsWith(word))?.focus()
}
