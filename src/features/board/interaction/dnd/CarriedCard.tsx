import { memo, type Ref } from 'react'
import type { Card } from '#contract/readers/read-card.ts'
import { countRender } from '#ui/render-count.ts'
import { CardFace } from '../../card/CardFace.tsx'
import { CARD } from '../../card/card-styles.ts'
import type { Carry } from './follow-pointer.ts'

interface CarriedCardProps {
  ref: Ref<HTMLDivElement>
  card: Card
  start: Carry['start']
}

/** The card that follows the pointer. */
export const CarriedCard = memo(function CarriedCard({ ref, card, start }: CarriedCardProps) {
  countRender('card')
  return (
    <div
      ref={ref}
      style={start}
      className={`${CARD} pointer-events-none fixed! z-20 rotate-[1.2deg] border-line-strong! bg-raised! raised-shadow will-change-[translate] motion-reduce:rotate-0`}
      data-blocked={card.blocked ? '' : undefined}
    >
      <CardFace card={card} progress={undefined} mark="" status={undefined} />
    </div>
  )
})
