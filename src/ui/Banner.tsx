import type { ReactNode } from 'react'

type BannerTone = 'info' | 'warning' | 'error'

interface BannerProps {
  tone: BannerTone
  /** `page` spans the screen, `inset` is part of a dialog. */
  placement?: 'page' | 'inset'
  /** Buttons beside the message. */
  actions?: ReactNode
  children: ReactNode
}

const TONES: Readonly<Record<BannerTone, string>> = {
  // Paper needs to say what is wrong, and not what a person can't do.
  info: 'bg-sunken print:hidden',
  warning: 'bg-warning-tint',
  error: 'bg-danger-tint',
}

const PLACEMENTS = {
  page: 'border-line border-b px-3 py-1.5 sm:px-5 lg:in-data-beside-sheet:pe-124',
  inset: 'rounded-lg p-3',
} as const

/** A message across the board or a dialog. Warnings and errors are announced at once. */
export function Banner({ tone, placement = 'page', actions, children }: BannerProps) {
  return (
    <div
      role={tone === 'info' ? undefined : 'alert'}
      className={`flex flex-wrap items-center gap-3 ${TONES[tone]} ${PLACEMENTS[placement]}`}
    >
      <span className="min-w-0 grow basis-48">{children}</span>
      {actions}
    </div>
  )
}
