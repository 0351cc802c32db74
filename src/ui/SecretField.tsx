import { useState } from 'react'

interface SecretFieldProps {
  label: string
  /** The name of the checkbox that shows what is typed. */
  showLabel: string
  value: string
  onChange: (value: string) => void
  /** Id of the element that says what is wrong, when something is. */
  errorId: string | undefined
}

/** A field for a secret: masked, never completed or corrected by the browser, and shown on request. */
export function SecretField({ label, showLabel, value, onChange, errorId }: SecretFieldProps) {
  const [shown, setShown] = useState(false)
  return (
    <div className="flex flex-col gap-1">
      <label className="flex flex-col gap-1 font-medium">
        {label}
        <input
          className="field font-mono font-normal"
          type={shown ? 'text' : 'password'}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          // biome-ignore lint/a11y/noAutofocus: the one thing to do where this field stands
          autoFocus
          data-autofocus
          value={value}
          aria-invalid={errorId ? true : undefined}
          aria-describedby={errorId}
          onChange={(event) => onChange(event.target.value)}
        />
      </label>
      <label className="flex min-h-6 items-center gap-2 text-ink-soft">
        <input type="checkbox" className="size-4 accent-accent" checked={shown} onChange={() => setShown(!shown)} />
        {showLabel}
      </label>
    </div>
  )
}
