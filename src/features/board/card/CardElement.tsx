import type { ComponentProps } from 'react'
import type { GridRow } from '#ui/Grid.tsx'
import { countRender } from '#ui/render-count.ts'
import { restoreFocus } from '../focus/restore-focus.ts'
import { useCardMark } from './card-marks.ts'
import { type CardProps, cardAttributes } from './use-card-props.ts'

interface CardElementProps extends Omit<ComponentProps<'div'>, 'ref' | 'tabIndex'> {
  Element: 'article' | typeof GridRow
  of: CardProps
  /** Whether some card is selected: then this one says whether it is. */
  isSelecting?: boolean
}

/** The element of a card. It renders alone, without what is in it, when a mark changes. */
export function CardElement({ Element, of, isSelecting, ...props }: CardElementProps) {
  countRender('card element')
  const has = useCardMark(of.card.id)
  const isSelected = has('selected')
  return (
    <Element
      {...cardAttributes(of)}
      {...props}
      ref={restoreFocus}
      tabIndex={has('tab-stop') ? 0 : -1}
      aria-current={has('open') ? true : undefined}
      aria-selected={isSelecting ? isSelected : undefined}
      data-selected={isSelected ? '' : undefined}
      data-followed={has('followed') ? '' : undefined}
    />
  )
}
