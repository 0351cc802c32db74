import { useLayoutEffect } from 'react'
import type { Board } from '#contract/readers/read-board.ts'
import { useOpenCard } from '#features/shared/use-open-card.ts'
import { useEffectEvent } from '#hooks/use-effect-event.ts'
import { findCard } from '#model/board-lookup.ts'
import type { ArrangedBoard } from '#model/board-pipeline.ts'
import { unfoldCard, useBoardUiStore } from '#state/board-ui-store.ts'
import { changeUrl } from '#state/url.ts'
import { readUrl } from '#state/url-state.ts'

/**
 * An older card with the focus, or with an open panel, is there while the others are folded, and a
 * collapsed lane expands when a panel opens for one of its cards. Layout effects: on the screen, the
 * card is never away.
 */
export function useUnfoldedCards(board: Board, arranged: ArrangedBoard): void {
  const focusedCard = useBoardUiStore((state) => state.focusedCard)
  const openCard = useOpenCard(board)?.cardId
  const expandLane = useEffectEvent((cardId: string) => {
    const card = findCard(board, cardId)?.card
    const lane = card && arranged.collapsedLaneOf(card)
    const { collapsedLanes } = readUrl()
    if (lane !== undefined)
      changeUrl({ collapsedLanes: collapsedLanes.filter((key) => key !== lane) }, 'replace')
  })
  useLayoutEffect(() => {
    if (openCard) expandLane(openCard)
  }, [openCard, expandLane])
  useLayoutEffect(() => {
    for (const cardId of [focusedCard, openCard]) {
      if (cardId && isFolded(arranged, cardId)) unfoldCard(cardId)
    }
  }, [arranged, focusedCard, openCard])
}

export function isFolded({ board, older }: ArrangedBoard, cardId: string): boolean {
  const isOlder = [...older.values()].some(({ cardIds }) => cardIds.has(cardId))
  return isOlder && findCard(board, cardId) === undefined
}
