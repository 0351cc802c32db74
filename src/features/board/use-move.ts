import { useCallback } from 'react'
import type { Board } from '#contract/board.ts'
import { cardName, findCard } from '#model/board-view.ts'
import { moveIntent } from '#model/move-options.ts'
import { verdictForMove } from '#model/permissions.ts'
import { useMoveCard } from '#queries/moves.ts'
import { offlineReason } from '#queries/online.ts'
import type { BoardSession } from '#queries/session.ts'
import { focusCard } from '#state/board-ui-store.ts'
import { announce, say } from '#state/notice-store.ts'

/** Moves a card into a column, by its id and the column's key. */
export type Move = (cardId: string, columnKey: string) => void

/**
 * The one way of moving a card: drag, menu and keys all end here, so they meet the same verdicts and say the same
 * words. The focus stays with the card.
 */
export function useMove(session: BoardSession, board: Board, role: string): Move {
  const moveCard = useMoveCard(session)
  return useCallback(
    (cardId, columnKey) => {
      const found = findCard(board, cardId)
      const to = board.columns.find((column) => column.key === columnKey)
      if (!found || !to) return say('That card or column is no longer on the board.', 'neutral')
      focusCard(cardId)
      if (found.column === to) return announce(`${cardName(found.card)} stays in ${to.name}.`)
      const verdict = verdictForMove(role, to)
      const refusal = found.card.locked ?? (verdict.answer === 'no' ? verdict.reason : offlineReason())
      if (refusal) return say(`${cardName(found.card)} not moved to ${to.name}. ${refusal}`, 'bad')
      const intent = moveIntent(found.card, found.column, to)
      if (intent) void moveCard(intent)
    },
    [board, role, moveCard],
  )
}
