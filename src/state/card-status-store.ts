import { create } from 'zustand'
import type { Card } from '#contract/readers/read-card.ts'
import { type BoardRef, cardKey } from '#model/board-ref.ts'

/** The outcome of a card's last move that didn't succeed. */
export interface CardStatus {
  type: 'refused' | 'denied' | 'unknown'
  /** Without the card's name: it is shown on the card. */
  text: string
  /** The column in which the card was at that time. */
  statusId: string
}

/** Statuses by `cardKey`. */
export const useCardStatusStore = create<{ statuses: Readonly<Record<string, CardStatus>> }>(
  () => ({ statuses: {} }),
)

/**
 * The status to show on a card. Hidden when the card itself shows the reason, and once the card has
 * moved to another column.
 */
export function cardStatusOf(
  { statuses }: { statuses: Readonly<Record<string, CardStatus>> },
  board: BoardRef,
  card: Card,
): CardStatus | undefined {
  const status = statuses[cardKey(board, card.id)]
  if (!status || status.statusId !== card.statusId) return undefined
  return status.type === 'refused' && card.blocked ? undefined : status
}

/** Null removes the status of a card. */
export function setCardStatus(key: string, status: CardStatus | null): void {
  const { [key]: previous, ...others } = useCardStatusStore.getState().statuses
  // Each change renders the lists of all columns.
  if (!status && !previous) return
  useCardStatusStore.setState({ statuses: status ? { ...others, [key]: status } : others })
}

export function useCardStatus(board: BoardRef, card: Card): CardStatus | undefined {
  return useCardStatusStore((state) => cardStatusOf(state, board, card))
}
