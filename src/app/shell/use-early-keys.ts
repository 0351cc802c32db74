import { useEffect, useState } from 'react'
import { boardAround } from '#features/board/board-dom.ts'
import { isField, mayActOnKey } from '#features/shared/may-act-on-key.ts'
import { requestFilterFocus } from '#state/board-ui-store.ts'

/** Longest wait after which a key still acts, in milliseconds. */
const MAX_AGE_MS = 3_000

/**
 * Remembers keys until `isReady`, outside of fields, and Control+K everywhere. The first one calls
 * `onFirst`. The returned function presses them again.
 */
export function useEarlyKeys(isReady: boolean, onFirst: () => void): () => void {
  const [waiting] = useState<KeyboardEvent[]>(() => [])
  useEffect(() => {
    if (isReady) return
    const handleKeyDown = (event: KeyboardEvent) => {
      if (isPaletteKey(event)) event.preventDefault()
      else if (isField(event.target)) return
      onFirst()
      const isFirst = waiting.length === 0
      if (isFirst && isFilterKey(event)) {
        // At once, because what a person types next belongs in the filter.
        event.preventDefault()
        requestFilterFocus()
      } else {
        waiting.push(event)
      }
    }
    window.addEventListener('keydown', handleKeyDown)
    return () => window.removeEventListener('keydown', handleKeyDown)
  }, [isReady, onFirst, waiting])
  const [pressAgain] = useState(() => () => {
    for (const event of waiting.splice(0)) {
      const isRecent = performance.now() - event.timeStamp < MAX_AGE_MS
      if (isRecent) targetOf(event).dispatchEvent(new KeyboardEvent('keydown', copyOf(event)))
    }
  })
  return pressAgain
}

/** Letters of other scripts come after it. `pressedKey` is exact, and not there yet. */
const LAST_LATIN = '\u02af'

/** A browser has its own use for it, and in a field it is no text. */
function isPaletteKey({ key, code, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return (key === 'k' || (key > LAST_LATIN && code === 'KeyK')) && (ctrlKey || metaKey)
}

function isFilterKey(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, altKey } = event
  const hasModifier = ctrlKey || metaKey || altKey
  return key === '/' && !hasModifier && mayActOnKey(event, 'page')
}

/** The board has its own memory of the keys on its cards, so they don't go through it again. */
function targetOf({ target }: KeyboardEvent): EventTarget {
  return boardAround(target) ? window : document.body
}

function copyOf(event: KeyboardEvent): KeyboardEventInit {
  const { key, code, ctrlKey, metaKey, altKey, shiftKey } = event
  return { key, code, ctrlKey, metaKey, altKey, shiftKey, bubbles: true, cancelable: true }
}
