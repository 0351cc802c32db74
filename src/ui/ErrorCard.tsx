import { OctagonAlert } from 'lucide'
import type { ReactNode } from 'react'
import { FOR_A_BUG_REPORT } from '#messages/common-messages.ts'
import { Icon } from './Icon.tsx'

interface ErrorCardProps {
  title: string
  /** What failed and what to do. */
  text: string
  /** Details for a bug report. */
  trace?: string | undefined
  /** Buttons. */
  children?: ReactNode
}

/** A message in place of the part that failed. */
export function ErrorCard({ title, text, trace, children }: ErrorCardProps) {
  return (
    <div
      role="alert"
      className="m-auto flex max-w-md flex-col gap-2 rounded-xl border border-line bg-surface p-5"
    >
      <h2 className="flex items-center gap-2 font-semibold text-base">
        <Icon icon={OctagonAlert} className="size-4 shrink-0 text-danger" />
        {title}
      </h2>
      <p>{text}</p>
      {trace && (
        <details className="text-ink-soft text-xs">
          <summary className="cursor-pointer pointer-coarse:py-3">{FOR_A_BUG_REPORT}</summary>
          <p className="mt-1 font-mono">{trace}</p>
        </details>
      )}
      {children && <div className="mt-2 flex flex-wrap gap-2">{children}</div>}
    </div>
  )
}
