import { memo } from 'react'
import type { Card } from '#contract/readers/read-card.ts'
import { countRender } from '#ui/render-count.ts'
import { CardFace } from '../card/CardFace.tsx'
import { CARD } from '../card/card-styles.ts'

/** The card that follows the pointer. */
export const DragPreview = memo(function DragPreview({ card }: { card: Card }) {
  countRender('card')
  return (
    <div className={`${CARD} raised-shadow`} data-blocked={card.blocked ? '' : undefined}>
      <CardFace card={card} isMoving={false} isSaving={false} mark="" />
    </div>
  )
})
