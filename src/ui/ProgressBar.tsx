const PROGRESS = [
  'h-1.5 w-full appearance-none overflow-hidden rounded-full border-0 bg-hover',
  '[&::-webkit-progress-bar]:bg-hover [&::-webkit-progress-value]:bg-accent',
  '[&::-moz-progress-bar]:bg-accent forced-colors:border',
].join(' ')

interface ProgressBarProps {
  done: number
  total: number
  /** Accessible name. */
  label: string
}

export function ProgressBar({ done, total, label }: ProgressBarProps) {
  return <progress className={PROGRESS} max={total} value={done} aria-label={label} />
}
