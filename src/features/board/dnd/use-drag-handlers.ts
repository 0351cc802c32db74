import type { Board } from '#contract/readers/read-board.ts'
import { cardName, findCard } from '#model/board-lookup.ts'
import * as messages from '#model/messages/interaction-messages.ts'
import { immovableReason, moveOptions } from '#model/move-check.ts'
import { useMoves } from '#queries/moves/use-moves.ts'
import { announce } from '#state/announcer.ts'
import { endDrag, startDrag } from '#state/board-ui-store.ts'
import { showToast } from '#state/toast-store.ts'
import type { BoardContextValue } from '../board-context.ts'
import type { Move } from '../use-move.ts'
import type { DragHandlers } from './drag-handlers.ts'

/** What a drag means on this board. */
export function useDragHandlers(
  board: Board,
  { columns, role }: BoardContextValue,
  move: Move,
): DragHandlers {
  const { check } = useMoves()
  const pickUpReason = (cardId: string): string | undefined => {
    const card = findCard(board, cardId)?.card
    if (!card) return messages.CARD_NOT_FOUND
    const offlineReason = navigator.onLine ? undefined : messages.OFFLINE_REASON
    return immovableReason(card, columns, role) ?? offlineReason
  }
  return {
    pickUpReason,
    onPickUpRefused: (cardId) => {
      const card = findCard(board, cardId)?.card
      const reason = pickUpReason(cardId)
      if (card && reason) showToast(messages.cannotMove(cardName(card), reason), 'info')
    },
    onDragStart: (cardId) => {
      if (findCard(board, cardId)) startDrag(cardId)
    },
    onPickedUp: (cardId) => {
      const found = findCard(board, cardId)
      if (!found) return
      const { card, column } = found
      const options = moveOptions(card, columns, role)
      const disabled = options.filter((option) => option.verdict.type === 'no')
      const names = disabled.map((option) => option.column.name)
      announce(messages.pickedUp(cardName(card), column.name, names))
    },
    canDrop: (cardId, columnKey) => check({ cardId, columnKey }).type === 'allowed',
    onDrop: (cardId, columnKey) => {
      if (columnKey === undefined) announce(messages.MOVE_CANCELED_OUTSIDE)
      else move(cardId, columnKey, { keepsScroll: true })
    },
    onCancel: () => announce(messages.MOVE_CANCELED),
    onFinished: endDrag,
  }
}
