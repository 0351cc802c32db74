import type { Card } from '#contract/readers/read-card.ts'
import { type OpenedCard, setOpenedCard } from './board-ui-store.ts'
import { changeUrl } from './url.ts'
import { readUrl } from './url-state.ts'

type LinkedCard = Pick<Card, 'id' | 'number'>

/**
 * Opens the panel of a card. The URL names it by its number, if it has one. Back closes the panel,
 * whichever cards it has shown.
 */
export function openCard({ id, number }: LinkedCard, section?: OpenedCard['section']): void {
  setOpenedCard({ cardId: id, section })
  const isOpen = readUrl().cardNumber !== undefined
  if (number !== undefined || isOpen) changeUrl({ cardNumber: number }, isOpen ? 'replace' : 'push')
}

export function closeCard(): void {
  setOpenedCard(null)
  changeUrl({ cardNumber: undefined }, 'return')
}
