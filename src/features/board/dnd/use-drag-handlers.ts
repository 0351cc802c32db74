import type { Board } from '#contract/readers/read-board.ts'
import { BULK_ACTION_UNDER_WAY } from '#messages/bulk-messages.ts'
import { countedCards } from '#messages/filter-messages.ts'
import * as messages from '#messages/interaction-messages.ts'
import { TARGET_NOT_ON_BOARD } from '#messages/move-messages.ts'
import { cardName, findCard } from '#model/board-lookup.ts'
import { immovableReason, moveOptions } from '#model/move-check.ts'
import { useBulkPlan } from '#queries/changes/bulk-plans.ts'
import { useMoves } from '#queries/changes/use-moves.ts'
import { announce } from '#state/announcer.ts'
import { endDrag, startDrag } from '#state/board-ui-store.ts'
import { isBulkActionUnderWay } from '#state/bulk-action-store.ts'
import { setDropped } from '#state/selection-store.ts'
import { showToast } from '#state/toast-store.ts'
import type { BoardContextValue } from '../board-context.ts'
import type { Move } from '../change/use-move.ts'
import { cardsCarriedWith } from '../selection/select-cards.ts'
import type { DragHandlers } from './drag-handlers.ts'

/** What a drag means on this board. */
export function useDragHandlers(
  board: Board,
  { columns, role }: BoardContextValue,
  move: Move,
): DragHandlers {
  const { check } = useMoves()
  const plan = useBulkPlan()
  const pickUpReason = (cardId: string): string | undefined => {
    const card = findCard(board, cardId)?.card
    if (!card) return messages.CARD_NOT_FOUND
    const offlineReason = navigator.onLine ? undefined : messages.OFFLINE_REASON
    const isBusy = cardsCarriedWith(cardId) !== undefined && isBulkActionUnderWay()
    const busyReason = isBusy ? BULK_ACTION_UNDER_WAY : undefined
    return immovableReason(card, columns, role) ?? offlineReason ?? busyReason
  }
  const announceCards = (cardIds: ReadonlySet<string>) => {
    const closed = columns.filter(({ key }) => plan(cardIds, key)?.moves.length === 0)
    const names = closed.map(({ name }) => name)
    announce(messages.pickedUpCards(cardIds.size, names))
  }
  const dropTogether = (cardIds: ReadonlySet<string>, columnKey: string, cardId: string) => {
    const planned = plan(cardIds, columnKey)
    const isMove = planned !== undefined && planned.moves.length > 0
    if (isMove) return setDropped({ cardIds, columnKey, cardId })
    const reason = planned?.leftOut[0]?.reason ?? TARGET_NOT_ON_BOARD
    showToast(messages.cannotMove(countedCards(cardIds.size), reason), 'info')
  }
  return {
    pickUpReason,
    carriedCount: (cardId) => cardsCarriedWith(cardId)?.size ?? 1,
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
      const together = cardsCarriedWith(cardId)
      if (together) return announceCards(together)
      const { card, column } = found
      const options = moveOptions(card, columns, role)
      const disabled = options.filter((option) => option.verdict.type === 'no')
      const names = disabled.map((option) => option.column.name)
      announce(messages.pickedUp(cardName(card), column.name, names))
    },
    canDrop: (cardId, columnKey) =>
      !cardsCarriedWith(cardId) && check({ cardId, columnKey }).type === 'allowed',
    onDrop: (cardId, columnKey) => {
      const isElsewhere = findCard(board, cardId)?.column.key !== columnKey
      const together = isElsewhere ? cardsCarriedWith(cardId) : undefined
      if (columnKey === undefined) announce(messages.MOVE_CANCELED_OUTSIDE)
      else if (together) dropTogether(together, columnKey, cardId)
      else move(cardId, columnKey, { keepsScroll: true })
    },
    onCancel: () => announce(messages.MOVE_CANCELED),
    onFinished: endDrag,
  }
}
