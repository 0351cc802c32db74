import { useCallback, useEffect, useRef, useState } from 'react'

export const NEW_BUTTON = ' new'
export const SEARCH_FIELD = ' search'

interface FocusRequest {
  name: string
  when: 'always' | 'if-lost'
}

/**
 * Focuses an element after the one with the focus is gone. Elements register by name: a label id,
 * or one of the names above, which can't be ids.
 */
export function useFocusTarget() {
  const elements = useRef(new Map<string, HTMLElement>())
  const [request, setRequest] = useState<FocusRequest>()
  useEffect(() => {
    if (!request) return
    const isLost = !document.activeElement || document.activeElement === document.body
    if (request.when === 'always' || isLost) elements.current.get(request.name)?.focus()
  }, [request])
  const refFor = useCallback(
    (name: string) => (element: HTMLElement | null) => {
      if (element) elements.current.set(name, element)
      return () => void elements.current.delete(name)
    },
    [],
  )
  const requestFocus = useCallback(
    (name: string, when: FocusRequest['when'] = 'always') => setRequest({ name, when }),
    [],
  )
  return { refFor, request: requestFocus }
}
