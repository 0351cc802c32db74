import type { Board } from '#contract/readers/read-board.ts'
import { findCard, findCardByNumber } from '#model/board-lookup.ts'
import { useBoardUiStore } from '#state/board-ui-store.ts'
import { useUrl } from '#state/url.ts'

/**
 * The card whose panel is open. `cardId` is unknown to the board when a link names a card that
 * isn't there.
 */
export function useOpenCard(board: Board | undefined) {
  const { cardNumber } = useUrl()
  const opened = useBoardUiStore((state) => state.openedCard)
  if (!board) return undefined
  const openedCard = opened ? findCard(board, opened.cardId)?.card : undefined
  // Two cards can have the same number, so an opened card is found by its id.
  if (opened && openedCard && openedCard.number === cardNumber) return opened
  if (cardNumber === undefined) return undefined
  const linked = findCardByNumber(board, cardNumber)
  return { cardId: linked?.id ?? `#${cardNumber}`, section: undefined }
}
