import { useState } from 'react'
import { Checkbox, Field, TextInput } from './Field.tsx'

interface SecretFieldProps {
  label: string
  /** Label of the checkbox that shows the secret. */
  showLabel: string
  value: string
  onChange: (value: string) => void
  /** Id of the element with the error, when there is one. */
  errorId: string | undefined
}

/** Masked, and never completed or corrected by the browser. */
export function SecretField({ label, showLabel, value, onChange, errorId }: SecretFieldProps) {
  const [isVisible, setIsVisible] = useState(false)
  return (
    <div className="flex flex-col gap-1">
      <Field label={label}>
        <TextInput
          className="font-mono"
          type={isVisible ? 'text' : 'password'}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          data-autofocus
          value={value}
          errorId={errorId}
          onChange={(event) => onChange(event.target.value)}
        />
      </Field>
      <Checkbox
        className="text-ink-soft"
        label={showLabel}
        checked={isVisible}
        onChange={() => setIsVisible(!isVisible)}
      />
    </div>
  )
}
