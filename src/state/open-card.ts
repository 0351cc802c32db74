import type { Card } from '#contract/readers/read-card.ts'
import { type OpenedCard, setOpenedCard } from './board-ui-store.ts'
import { changeUrl } from './url.ts'

/** Opens the panel of a card. The URL names it by its number, if it has one. */
export function openCard(
  { id, number }: Pick<Card, 'id' | 'number'>,
  section?: OpenedCard['section'],
): void {
  setOpenedCard({ cardId: id, section })
  if (number !== undefined) changeUrl({ cardNumber: number }, 'push')
}

export function closeCard(): void {
  setOpenedCard(null)
  changeUrl({ cardNumber: undefined }, 'return')
}
