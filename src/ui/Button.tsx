import type { ComponentProps, MouseEvent } from 'react'

/** `quiet` has no frame. */
type ButtonKind = 'primary' | 'danger' | 'plain' | 'quiet'

interface ButtonProps extends Omit<ComponentProps<'button'>, 'disabled' | 'type'> {
  kind?: ButtonKind
  isSubmit?: boolean
  /**
   * True, or the id of the element with the reason. The button stays focusable, so that people can
   * reach the reason.
   */
  disabledBy?: string | boolean | undefined
}

const BASE =
  'inline-flex min-h-7.5 items-center justify-center gap-1.5 whitespace-nowrap rounded-md border px-2.5 py-1 font-medium pointer-coarse:min-h-11 pointer-coarse:min-w-11 motion-safe:fade-colors'

const KINDS: Readonly<Record<ButtonKind, string>> = {
  plain: 'border-line bg-transparent text-ink not-aria-disabled:hover:bg-hover',
  quiet: 'border-transparent bg-transparent text-ink not-aria-disabled:hover:bg-hover',
  primary: 'border-accent bg-accent text-accent-ink not-aria-disabled:hover:opacity-90',
  danger: 'border-danger bg-danger text-danger-ink not-aria-disabled:hover:opacity-90',
}

const DISABLED =
  'aria-disabled:cursor-not-allowed data-[kind=quiet]:aria-disabled:border-transparent aria-disabled:border-line aria-disabled:border-dashed aria-disabled:bg-transparent aria-disabled:text-ink-soft'
const PRESSED = 'aria-pressed:border-accent aria-pressed:bg-accent-tint'

export function Button(props: ButtonProps) {
  const { kind = 'plain', isSubmit, disabledBy, className = '', onClick, ...rest } = props
  const handleClick = (event: MouseEvent<HTMLButtonElement>) => {
    if (disabledBy) event.preventDefault()
    else onClick?.(event)
  }
  const reasonId = typeof disabledBy === 'string' ? disabledBy : rest['aria-describedby']
  return (
    <button
      {...rest}
      type={isSubmit ? 'submit' : 'button'}
      data-kind={kind}
      className={`${BASE} ${KINDS[kind]} ${DISABLED} ${PRESSED} ${className}`}
      aria-disabled={disabledBy ? true : undefined}
      aria-describedby={reasonId}
      onClick={handleClick}
    />
  )
}
