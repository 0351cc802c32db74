import { useEffect } from 'react'
import type { Board } from '#contract/readers/read-board.ts'
import type { Card } from '#contract/readers/read-card.ts'
import { actionsFor } from '#messages/board-messages.ts'
import { FIND_A_COLUMN, moveMenuLabel, noColumnMatches } from '#messages/card-menu-messages.ts'
import { cardName, findCard } from '#model/board-lookup.ts'
import { closeMenu, type OpenMenu, useBoardUiStore } from '#state/board-ui-store.ts'
import { useUrl } from '#state/url.ts'
import { InTopDialog } from '#ui/layers.tsx'
import { Menu, type MenuItem } from '#ui/Menu.tsx'
import { actionsButtonOf, moveButtonInPanel } from '../board-marks.ts'
import type { Move } from '../change/use-move.ts'
import { useActionItems, useMoveItems } from './use-card-menu-items.ts'

export interface CardMenusProps {
  board: Board
  move: Move
}

/** With more columns than this, the menu has a filter field. */
const MAX_ITEMS_WITHOUT_FILTER = 7

/**
 * The board's only menu: a card's actions, or the columns that it can move to. Of the panel of a
 * card on a narrow screen, it is inside: everything else is inert.
 */
export function CardMenus({ board, move }: CardMenusProps) {
  const { menu, card } = useMenuOfCard(board)
  const keepsFocus = menu?.isFromPanel || undefined
  const moveItems = useMoveItems(card, (cardId, columnKey, options) =>
    move(cardId, columnKey, { ...options, keepsFocus }),
  )
  const actionItems = useActionItems(card, board, move)
  if (!menu || !card) return null
  const name = cardName(card)
  const isMoveMenu = menu.type === 'move'
  const needsFilter = isMoveMenu && moveItems.length > MAX_ITEMS_WITHOUT_FILTER
  return (
    <InTopDialog>
      <Menu
        key={`${menu.type} ${card.id}`}
        label={isMoveMenu ? moveMenuLabel(name) : actionsFor(name)}
        items={isMoveMenu ? moveItems : actionItems}
        anchor={() => anchorOf(menu)}
        onClose={closeMenu}
        initialItemId={isMoveMenu ? nextAllowed(board, card, moveItems)?.id : undefined}
        {...(needsFilter ? { filter: COLUMN_FILTER } : {})}
        hasCaption
      />
    </InTopDialog>
  )
}

/** The open menu with its card. One that lost its card, or the panel that it's over, is closed. */
function useMenuOfCard(board: Board) {
  const menu = useBoardUiStore((state) => state.menu)
  const { cardNumber } = useUrl()
  const card = menu ? findCard(board, menu.cardId)?.card : undefined
  const isWithoutPanel = menu?.isFromPanel === true && card?.number !== cardNumber
  const isOrphaned = menu !== null && (!card || isWithoutPanel)
  // Otherwise the keys of the page would stay off for a menu that nobody sees.
  useEffect(() => {
    if (isOrphaned) closeMenu()
  }, [isOrphaned])
  return isOrphaned ? { menu: null, card: undefined } : { menu, card }
}

/** The next column that the card can move to, or else the first one. */
function nextAllowed(board: Board, card: Card, items: readonly MenuItem[]): MenuItem | undefined {
  const own = board.columns.findIndex(({ key }) => key === card.statusId)
  const allowed = items.filter(({ disabledReason }) => disabledReason === undefined)
  const isAfter = ({ id }: MenuItem) => board.columns.findIndex(({ key }) => key === id) > own
  return allowed.find(isAfter) ?? allowed[0]
}

const COLUMN_FILTER = {
  label: FIND_A_COLUMN,
  emptyMessage: noColumnMatches,
}

function anchorOf({ type, cardId, point }: OpenMenu) {
  if (point) return { getBoundingClientRect: () => new DOMRect(point.x, point.y, 0, 0) }
  const inSheet = type === 'move' ? moveButtonInPanel(cardId) : null
  if (inSheet) return inSheet
  const button = actionsButtonOf(cardId)
  if (!button) return null
  return { getBoundingClientRect: () => button.getBoundingClientRect(), isAtEnd: true }
}
