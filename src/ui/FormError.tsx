import type { ReactNode } from 'react'

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
