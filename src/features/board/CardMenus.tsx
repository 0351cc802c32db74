import { useEffect } from 'react'
import type { Board } from '#contract/board.ts'
import type { Card } from '#contract/card.ts'
import { cardName, findCard, findColumn } from '#model/board-view.ts'
import { closedWords, keyThatCould, moveOptions, oneWayWords } from '#model/move-options.ts'
import { offlineReason, useOnline } from '#queries/online.ts'
import { useAskedStore } from '#state/asked-store.ts'
import { type CardPart, closeMenu, type OpenCard, openMenu, useBoardUiStore } from '#state/board-ui-store.ts'
import { noteKey } from '#state/notice-store.ts'
import { LazyMenu } from '#ui/LazyMenu.tsx'
import type { MenuItem } from '#ui/Menu.tsx'
import { useBoardFacts } from './board-context.ts'
import type { Move } from './use-move.ts'

interface CardMenusProps {
  board: Board
  move: Move
  onOpenCard: OpenCard
  onSwitchKey: (keyId: string) => void
}

const FILTER_FROM = 7

/** The one menu of the board: a card's actions, or the columns it can go to. */
export function CardMenus({ board, move, onOpenCard, onSwitchKey }: CardMenusProps) {
  const menu = useBoardUiStore((state) => state.menu)
  const found = menu ? findCard(board, menu.cardId) : undefined
  const isOrphan = menu !== null && !found
  useEffect(() => {
    if (isOrphan) closeMenu()
  }, [isOrphan])
  const targets = useMoveItems(found?.card, move, onSwitchKey)
  const actions = useActionItems(found?.card, board, move, onOpenCard)
  if (!menu || !found) return null
  const name = cardName(found.card)
  return (
    <LazyMenu
      key={`${menu.kind} ${found.card.id}`}
      label={menu.kind === 'move' ? `Move ${name} to` : `Actions for ${name}`}
      items={menu.kind === 'move' ? targets : actions}
      anchor={() => document.querySelector(`[data-card-id="${CSS.escape(found.card.id)}"] .card-actions`)}
      onClose={closeMenu}
      {...(menu.kind === 'move' && targets.length > FILTER_FROM ? { filterLabel: 'Find a column' } : {})}
      sheet
      captioned
    />
  )
}

/** Every other column by name; a closed one says why, and whose key could. */
function useMoveItems(card: Card | undefined, move: Move, onSwitchKey: (keyId: string) => void): MenuItem[] {
  const { role, flow, others } = useBoardFacts()
  const offline = useOnline() ? undefined : offlineReason()
  if (!card) return []
  const from = flow.find((column) => column.key === card.statusId)
  const options = moveOptions(card, flow, role)
  const items = options.map(({ column, verdict }): MenuItem => {
    const closed = verdict.answer === 'no' ? closedWords(verdict.reason, keyThatCould(column, others)) : undefined
    return {
      id: column.key,
      label: column.name,
      disabledReason: card.locked ?? offline ?? closed,
      detail: verdict.answer === 'cannot-tell' ? verdict.reason : from && oneWayWords(from, column, role),
      onSelect: () => {
        closeMenu()
        move(card.id, column.key)
      },
    }
  })
  const closed = options.filter(({ verdict }) => verdict.answer === 'no')
  const able = new Map(
    closed.flatMap(({ column }) => keyThatCould(column, others) ?? []).map((key) => [key.keyId, key]),
  )
  const switches = [...able.values()].map(
    (key): MenuItem => ({
      id: `switch ${key.keyId}`,
      label: `Switch to ${key.name}`,
      detail: `${key.role} on this board`,
      onSelect: () => {
        closeMenu()
        onSwitchKey(key.keyId)
      },
    }),
  )
  return [...items, ...switches]
}

function useActionItems(card: Card | undefined, board: Board, move: Move, onOpenCard: OpenCard) {
  const facts = useBoardFacts()
  const asked = useAskedStore((state) => (card ? state.asked[noteKey(facts.board, card.id)] : undefined))
  if (!card) return []
  const again = card.blocked && asked !== undefined ? findColumn(board, asked) : undefined
  const open = (part?: CardPart) => {
    closeMenu()
    onOpenCard(card.id, part)
  }
  const tryAgain: MenuItem = {
    id: 'again',
    label: 'Try again',
    detail: again && `Ask for ${again.name} once more`,
    onSelect: () => {
      closeMenu()
      if (again) move(card.id, again.key)
    },
  }
  const items: MenuItem[] = [
    {
      id: 'move',
      label: 'Move to…',
      disabledReason: card.locked,
      onSelect: () => openMenu({ kind: 'move', cardId: card.id }),
    },
    { id: 'labels', label: 'Edit labels', onSelect: () => open('labels') },
    { id: 'open', label: 'Open card', onSelect: () => open() },
  ]
  return again && again.key !== card.statusId ? [tryAgain, ...items] : items
}
