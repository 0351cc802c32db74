import { memo, type Ref } from 'react'
import type { Card } from '#contract/readers/read-card.ts'
import { countRender } from '#ui/render-count.ts'
import { CardFace } from '../../card/CardFace.tsx'
import { CARD } from '../../card/card-styles.ts'
import type { Carry } from './follow-pointer.ts'

const CARRIED = [
  'pointer-events-none absolute rotate-[1.2deg] border-line-strong! bg-raised! raised-shadow',
  'will-change-[translate] motion-reduce:rotate-0',
].join(' ')

interface CarriedCardProps {
  ref: Ref<HTMLDivElement>
  card: Card
  start: Carry['start']
}

/**
 * The card that follows the pointer. It is above a cover for the whole page: nothing below reacts
 * to the pointer, and the browser looks for what is under it in one element.
 */
export const CarriedCard = memo(function CarriedCard({ ref, card, start }: CarriedCardProps) {
  countRender('card')
  return (
    <div className="fixed inset-0 z-20 cursor-grabbing">
      <div
        ref={ref}
        style={start}
        className={`${CARD} ${CARRIED}`}
        data-blocked={card.blocked ? '' : undefined}
      >
        <CardFace card={card} progress={undefined} mark="" status={undefined} />
      </div>
    </div>
  )
})
