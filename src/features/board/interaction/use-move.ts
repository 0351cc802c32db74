import { useCallback, useRef } from 'react'
import { cardName } from '#model/board-lookup.ts'
import { cardKey } from '#model/board-ref.ts'
import { confirmIrreversibleMove } from '#model/messages/interaction-messages.ts'
import { irreversibleMoveWarning } from '#model/move-options.ts'
import { useMoves } from '#queries/moves/use-moves.ts'
import { useBoardAccess } from '#queries/session.ts'
import { focusCard } from '#state/board-ui-store.ts'
import { showToast } from '#state/toast-store.ts'

/**
 * Moves a card into a column. `isConfirmed` is false for a key press, which shows nothing before it
 * acts.
 */
export type Move = (cardId: string, columnKey: string, options?: { isConfirmed: boolean }) => void

/**
 * Moves a card for drag, menu, and keyboard. An irreversible move by a single key press must be
 * confirmed by a second one. The focus stays with the card.
 */
export function useMove(): Move {
  const moves = useMoves()
  const { session, role } = useBoardAccess()
  const lastWarning = useRef('')
  return useCallback<Move>(
    (cardId, columnKey, { isConfirmed } = { isConfirmed: true }) => {
      const target = { cardId, columnKey }
      const check = moves.check(target)
      if (check.type !== 'not-found') focusCard(cardId)
      if (!isConfirmed && check.type === 'allowed') {
        const { card, from, to } = check
        const warning = irreversibleMoveWarning(from, to, role)
        const warningKey = JSON.stringify([cardId, from.key, to.key])
        if (warning && lastWarning.current !== warningKey) {
          lastWarning.current = warningKey
          const text = confirmIrreversibleMove(warning, cardName(card))
          showToast(text, 'info', { about: cardKey(session, cardId) })
          return
        }
      }
      lastWarning.current = ''
      moves.request(target)
    },
    [moves, session, role],
  )
}
