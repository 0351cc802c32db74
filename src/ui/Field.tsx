import type { ComponentProps, ReactNode } from 'react'
import { INPUT } from './SearchInput.tsx'

interface FieldProps {
  label: ReactNode
  /** The input, select, or textarea. */
  children: ReactNode
}

/** A form control with its label above it. */
export function Field({ label, children }: FieldProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is the child
    <label className="flex flex-col gap-1 font-medium">
      {label}
      {children}
    </label>
  )
}

interface TextInputProps extends ComponentProps<'input'> {
  /** Id of the element with the error, when there is one. */
  errorId?: string | undefined
}

export function TextInput({ errorId, className = '', ...props }: TextInputProps) {
  return (
    <input
      {...props}
      className={`${INPUT} ${className}`}
      aria-invalid={errorId ? true : undefined}
      aria-describedby={errorId ?? props['aria-describedby']}
    />
  )
}

export function TextArea({ className = '', ...props }: ComponentProps<'textarea'>) {
  return <textarea {...props} className={`${INPUT} ${className}`} />
}

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: ReactNode
  /** It stands for several things, of which some are checked. */
  isMixed?: boolean
}

export function Checkbox({ label, isMixed = false, className = '', ...props }: CheckboxProps) {
  // There is no attribute for it, and each click of a person takes it away.
  const setMixed = (input: HTMLInputElement | null) => {
    if (input) input.indeterminate = isMixed
  }
  return (
    <label className={`flex min-h-6 items-center gap-2 pointer-coarse:min-h-11 ${className}`}>
      <input {...props} ref={setMixed} type="checkbox" className="size-4 shrink-0 accent-accent" />
      {label}
    </label>
  )
}

interface FormErrorProps {
  /** For `aria-describedby` of the field. */
  id?: string
  /** Nothing is rendered without a message. */
  children: ReactNode
}

/** The error of a form, beside what was entered. */
export function FormError({ id, children }: FormErrorProps) {
  if (!children) return null
  return (
    <p id={id} role="alert" className="rounded-lg bg-danger-tint px-3 py-2">
      {children}
    </p>
  )
}
