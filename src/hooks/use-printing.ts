import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Whether the page is being printed. What renders then is on the paper. */
export function usePrinting(): boolean {
  const [isPrinting, setIsPrinting] = useState(() => window.matchMedia('print').matches)
  useEffect(() => {
    // The browser takes the page as it is when the event has been handled.
    const handlePrint = () => flushSync(() => setIsPrinting(true))
    const handlePrinted = () => setIsPrinting(false)
    const media = window.matchMedia('print')
    const handleMedia = () => (media.matches ? handlePrint() : handlePrinted())
    window.addEventListener('beforeprint', handlePrint)
    window.addEventListener('afterprint', handlePrinted)
    // Some ways to print send no event.
    media.addEventListener('change', handleMedia)
    return () => {
      media.removeEventListener('change', handleMedia)
      window.removeEventListener('beforeprint', handlePrint)
      window.removeEventListener('afterprint', handlePrinted)
    }
  }, [])
  return isPrinting
}
