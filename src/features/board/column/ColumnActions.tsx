import { useState } from 'react'
import type { Column } from '#contract/readers/read-board.ts'
import { MENU_PART } from '#messages/part-messages.ts'
import * as messages from '#messages/selection-messages.ts'
import { readyMoves } from '#model/ready-moves.ts'
import { focusCard } from '#state/board-ui-store.ts'
import { openDialog } from '#state/dialog-store.ts'
import { selectCards } from '#state/selection-store.ts'
import { changeUrl } from '#state/url.ts'
import { readUrl } from '#state/url-state.ts'
import { Menu, type MenuItem } from '#ui/Menu.tsx'
import { MenuTrigger } from '#ui/MenuTrigger.tsx'
import { shorten } from '#ui/shorten.ts'
import { useBoardContext } from '../board-context.ts'
import { collapseColumn } from './collapse-column.ts'

export interface ColumnActionsProps {
  /** With only the cards that match the filter. */
  column: Column
}

const BUTTON = [
  'absolute top-2 end-0 bottom-4 my-auto h-fit min-w-7 px-0! text-ink-soft',
  'pointer-fine:min-h-7!',
  'before:h-1 before:w-4 print:hidden',
  'before:bg-[radial-gradient(circle,currentColor_0.085rem,transparent_0.11rem)]',
  'before:bg-size-[33.3%_100%]',
].join(' ')

/**
 * What can be done with a column and with all of its cards. The arrow keys lead to it and back: the
 * board is one tab stop.
 */
export function ColumnActions({ column }: ColumnActionsProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <MenuTrigger
      aria-label={messages.columnActions(shorten(column.name))}
      data-column-actions
      tabIndex={-1}
      onKeyDown={({ key }) => {
        const [first] = column.cards
        if (key === 'ArrowDown' && first && !isOpen) focusCard(first.id)
      }}
      className={BUTTON}
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      subject={MENU_PART}
      menu={(place) => <ColumnMenu {...place} column={column} />}
    />
  )
}

interface ColumnMenuProps extends ColumnActionsProps {
  anchor: () => Element | null
  onClose: () => void
}

function ColumnMenu({ column, anchor, onClose }: ColumnMenuProps) {
  const ready = useReadyItem(column)
  const { cards, key, name } = column
  const items: MenuItem[] = [
    {
      id: 'select',
      label: messages.selectAll(cards.length),
      disabledReason: cards.length === 0 ? messages.NO_CARD_TO_SELECT : undefined,
      onSelect: () => {
        selectCards(cards.map(({ id }) => id))
        // The keys for the selected cards act from a card.
        if (cards[0]) focusCard(cards[0].id, { keepsScroll: true })
      },
    },
    ...ready,
    { id: 'collapse', label: messages.COLLAPSE_COLUMN, onSelect: () => collapseColumn(key) },
    { id: 'hide', label: messages.HIDE_COLUMN, onSelect: () => hide(key) },
  ]
  const closing = items.map((item) => ({
    ...item,
    onSelect: () => {
      onClose()
      item.onSelect()
    },
  }))
  return (
    <Menu
      label={messages.columnActions(shorten(name))}
      items={closing}
      anchor={anchor}
      onClose={onClose}
      hasCaption
    />
  )
}

/** On a board over a repository: the cards that nothing keeps from the next column. */
function useReadyItem(column: Column): MenuItem[] {
  const { columns, role } = useBoardContext()
  const ready = readyMoves(column, columns, role)
  if (!ready) return []
  const { next, cardIds, disabledReason } = ready
  return [
    {
      id: 'ready',
      label: messages.moveAllReady(cardIds.size, next.name),
      disabledReason,
      onSelect: () => openDialog({ type: 'bulk-move', cardIds, columnKey: next.key }),
    },
  ]
}

/** Back brings it back, and so does the view menu. */
function hide(key: string): void {
  changeUrl({ hiddenColumns: [...readUrl().hiddenColumns, key] }, 'push')
}
