import { useEffect } from 'react'

/** Changes the size of everything while the component is there. @param size a length of CSS. */
export function useRootFontSize(size: string): void {
  useEffect(() => {
    const { style } = document.documentElement
    style.fontSize = size
    return () => {
      style.fontSize = ''
    }
  }, [size])
}
