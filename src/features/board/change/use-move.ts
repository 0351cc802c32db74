import { useCallback, useRef } from 'react'
import { confirmIrreversibleMove } from '#messages/interaction-messages.ts'
import { cardName } from '#model/board-lookup.ts'
import { cardKey } from '#model/board-ref.ts'
import { irreversibleMoveWarning, type MoveCheck } from '#model/move-check.ts'
import { useBoardAccess } from '#queries/access/board-access.ts'
import { useMoves } from '#queries/changes/use-moves.ts'
import { focusCard } from '#state/board-ui-store.ts'
import { openDialog } from '#state/dialog-store.ts'
import { showToast } from '#state/toast-store.ts'

/**
 * Moves a card into a column. `isConfirmed` is false for a key press, which shows nothing before it
 * acts.
 */
export type Move = (cardId: string, columnKey: string, options?: MoveOptions) => void

interface MoveOptions {
  isConfirmed?: boolean
  /** Whether the card gets the focus without being scrolled to, as after a drop. */
  keepsScroll?: boolean
  /** Whether the focus stays where it is, as in the panel of the card. */
  keepsFocus?: true | undefined
}

/**
 * Moves a card for drag, menu, and keyboard. An irreversible move by a single key press must be
 * confirmed by a second one. The focus stays with the card.
 */
export function useMove(): Move {
  const moves = useMoves()
  const { session, role } = useBoardAccess()
  const lastWarning = useRef('')
  return useCallback<Move>(
    (cardId, columnKey, { isConfirmed = true, keepsScroll = false, keepsFocus } = {}) => {
      const target = { cardId, columnKey, keepsFocus }
      const check = moves.check(target)
      if (check.type !== 'not-found' && !keepsFocus) focusCard(cardId, { keepsScroll })
      const warning = isConfirmed ? undefined : warningOf(check, role)
      if (warning && lastWarning.current !== warning.key) {
        lastWarning.current = warning.key
        showToast(warning.text, 'info', { about: cardKey(session, cardId) })
        return
      }
      lastWarning.current = ''
      // The branches of a repository get commits by it, which a person should know before.
      if (check.type === 'allowed' && check.stagesLeft.length > 0) {
        openDialog({ type: 'move-back', cardId, columnKey })
        return
      }
      moves.request(target, check)
    },
    [moves, session, role],
  )
}

function warningOf(check: MoveCheck, role: string): { key: string; text: string } | undefined {
  if (check.type !== 'allowed') return undefined
  const { card, from, to } = check
  const warning = irreversibleMoveWarning(from, to, role)
  if (!warning) return undefined
  const key = JSON.stringify([card.id, from.key, to.key])
  return { key, text: confirmIrreversibleMove(warning, cardName(card)) }
}
