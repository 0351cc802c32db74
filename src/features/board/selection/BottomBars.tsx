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

/** A row of controls in the middle of the lower edge. */
export const BOTTOM_BAR = [
  'pointer-events-auto flex max-w-full flex-wrap items-center justify-center gap-x-2 gap-y-1',
  'rounded-lg border border-line bg-raised px-2 py-1.5 raised-shadow',
].join(' ')
