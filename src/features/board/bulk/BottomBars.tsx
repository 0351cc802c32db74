import type { ReactNode } from 'react'
import { usePageMark } from '#ui/use-page-mark.ts'

const BARS = [
  'pointer-events-none fixed inset-x-2 bottom-[max(0.75rem,env(safe-area-inset-bottom))] z-20',
  'flex flex-col items-center gap-2 print:hidden',
].join(' ')

/** What is at the lower edge while it is needed. Toasts are above it. */
export function BottomBars({ children }: { children: ReactNode }) {
  usePageMark('data-bottom-bar')
  return <div className={BARS}>{children}</div>
}
