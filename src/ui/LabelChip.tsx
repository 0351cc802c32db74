import type { ComponentProps } from 'react'
import { shorten } from './shorten.ts'

interface LabelChipProps {
  name: string
  color: string | undefined
  /** False when the board's list has no such label. */
  isKnown?: boolean
  /** Of the button that it is; by default, it's a text. */
  button?: ComponentProps<'button'> | undefined
}

/** A name up to this length fits into every column. */
const SHORT_NAME = 20

/**
 * The color is an attribute, never a style: the name comes from the service. styles.css maps it to
 * `--label`.
 */
export function LabelChip({ name, color, isKnown = true, button }: LabelChipProps) {
  const isShort = name.length <= SHORT_NAME
  // A button isolates the direction of its text, too. Both types take these attributes.
  const Chip = (button ? 'button' : 'bdi') as 'button'
  return (
    <Chip
      {...button}
      dir="auto"
      data-color={color ?? ''}
      data-unknown={isKnown ? undefined : ''}
      className="inline-flex min-w-0 max-w-full items-center gap-[0.3125rem] whitespace-nowrap rounded-full border border-line chip-ground px-[0.4375rem] text-ink text-xs leading-[1.125rem] before:size-[0.4375rem] before:flex-none before:rounded-full before:bg-label data-unknown:border-dashed data-unknown:italic"
    >
      {/* Cutting a name off costs an element and a layer, and a card has several labels. */}
      {isShort ? name : <span className="min-w-0 truncate">{shorten(name)}</span>}
    </Chip>
  )
}
