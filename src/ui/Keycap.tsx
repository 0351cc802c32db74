interface KeycapProps {
  /** "M", "G L" (one after the other), or "Ctrl K". */
  keys: string
  className?: string
}

/** Screen readers get the keys from `aria-keyshortcuts`. */
export function Keycap({ keys, className = '' }: KeycapProps) {
  const isSingle = keys.split(' ')[0]?.length === 1
  return (
    <span
      aria-hidden="true"
      data-single-key={isSingle ? '' : undefined}
      className={`keycap ${className}`}
    >
      {keys}
    </span>
  )
}
