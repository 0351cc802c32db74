import { useEffect } from 'react'
import type { Board } from '#contract/board.ts'
import { cardName, findCard } from '#model/board-view.ts'
import { moveOptions } from '#model/move-options.ts'
import { closeMenu, openMenu, useBoardUiStore } from '#state/board-ui-store.ts'
import { LazyMenu } from '#ui/LazyMenu.tsx'
import type { MenuItem } from '#ui/Menu.tsx'
import { useBoardFacts } from './board-context.ts'
import type { Move } from './use-move.ts'

interface CardMenusProps {
  board: Board
  move: Move
  onOpenCard: (cardId: string) => void
}

/** The one menu of the board: a card's actions, or the columns it can go to. */
export function CardMenus({ board, move, onOpenCard }: CardMenusProps) {
  const menu = useBoardUiStore((state) => state.menu)
  const { role, flow } = useBoardFacts()
  const found = menu ? findCard(board, menu.cardId) : undefined
  const isOrphan = menu !== null && !found
  useEffect(() => {
    if (isOrphan) closeMenu()
  }, [isOrphan])
  if (!menu || !found) return null
  const { card } = found
  const name = cardName(card)
  const open = () => {
    closeMenu()
    onOpenCard(card.id)
  }
  const actions: MenuItem[] = [
    {
      id: 'move',
      label: 'Move to…',
      disabledReason: card.locked,
      onSelect: () => openMenu({ kind: 'move', cardId: card.id }),
    },
    { id: 'labels', label: 'Edit labels', onSelect: open },
    { id: 'open', label: 'Open card', onSelect: open },
  ]
  const targets = moveOptions(card, flow, role).map(({ column, verdict }): MenuItem => {
    const reason = card.locked ?? (verdict.answer === 'no' ? verdict.reason : undefined)
    return {
      id: column.key,
      label: column.name,
      disabledReason: reason,
      detail: verdict.answer === 'cannot-tell' ? verdict.reason : undefined,
      onSelect: () => {
        closeMenu()
        move(card.id, column.key)
      },
    }
  })
  return (
    <LazyMenu
      key={`${menu.kind} ${card.id}`}
      label={menu.kind === 'move' ? `Move ${name} to` : `Actions for ${name}`}
      items={menu.kind === 'move' ? targets : actions}
      anchor={() => document.querySelector(`[data-card-id="${CSS.escape(card.id)}"] .card-actions`)}
      onClose={closeMenu}
      {...(menu.kind === 'move' && targets.length > 7 ? { filterLabel: 'Find a column' } : {})}
      sheet
      captioned
    />
  )
}
