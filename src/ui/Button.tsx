import type { ComponentProps, MouseEvent } from 'react'

/** How a button looks: the main act, a destructive one, a plain one, or one without a frame. */
export type ButtonKind = 'primary' | 'danger' | 'plain' | 'quiet'

interface ButtonProps extends Omit<ComponentProps<'button'>, 'disabled' | 'type'> {
  kind?: ButtonKind
  submit?: boolean
  /** True or the id of the element that says why: the button stays focusable, so that the reason can be reached. */
  disabledBy?: string | boolean | undefined
}

/** A button that stays reachable when it is off and points to the reason. */
export function Button({ kind = 'plain', submit, disabledBy, className = '', onClick, ...rest }: ButtonProps) {
  const handleClick = (event: MouseEvent<HTMLButtonElement>) => {
    if (disabledBy) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      {...rest}
      type={submit ? 'submit' : 'button'}
      data-kind={kind}
      className={`button ${className}`}
      aria-disabled={disabledBy ? true : undefined}
      aria-describedby={typeof disabledBy === 'string' ? disabledBy : rest['aria-describedby']}
      onClick={handleClick}
    />
  )
}
