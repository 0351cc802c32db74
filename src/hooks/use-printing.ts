import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Whether the page is being printed. What renders then is on the paper. */
export function usePrinting(): boolean {
  const [isPrinting, setIsPrinting] = useState(false)
  useEffect(() => {
    // The browser takes the page as it is when the event has been handled.
    const handlePrint = () => flushSync(() => setIsPrinting(true))
    const handlePrinted = () => setIsPrinting(false)
    window.addEventListener('beforeprint', handlePrint)
    window.addEventListener('afterprint', handlePrinted)
    return () => {
      window.removeEventListener('beforeprint', handlePrint)
      window.removeEventListener('afterprint', handlePrinted)
    }
  }, [])
  return isPrinting
}
