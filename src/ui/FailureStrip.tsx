import { Button } from './Button.tsx'

/** A failure inside a dialog: what failed, and to try again. */
export function FailureStrip({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <div role="alert" className="mb-2 flex flex-wrap items-center gap-3 rounded-lg bg-danger-tint p-3">
      <span className="min-w-0 flex-1">{text}</span>
      <Button onClick={onRetry}>Retry</Button>
    </div>
  )
}
