import type { ReactNode } from 'react'

/** A framed box in the middle of the screen. It scrolls when it is higher than the screen. */
export function CenteredPanel({ children }: { children: ReactNode }) {
  return (
    <div className="flex h-full overflow-y-auto p-6">
      <div className="m-auto w-full max-w-md">
        <Panel>{children}</Panel>
      </div>
    </div>
  )
}

export function Panel({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-col gap-3 rounded-xl border border-line bg-surface p-5">
      {children}
    </div>
  )
}
