import { useId } from 'react'
import type { Column } from '#contract/readers/read-board.ts'
import * as messages from '#model/messages/board-messages.ts'
import { verdictForMove } from '#model/permissions.ts'
import type { BoardView } from '#queries/use-board-view.tsx'
import { useBoardContext } from '../board-context.ts'
import { CardList } from '../card/CardList.tsx'
import { useColumnDrop } from '../dnd/use-column-drop.ts'
import { ColumnFrame } from './ColumnFrame.tsx'
import { ColumnHead } from './ColumnHead.tsx'
import { DropHint } from './DropHint.tsx'
import { RequiredRoleBadge } from './RequiredRoleBadge.tsx'

interface BoardColumnProps {
  column: Column
  /** Cards in the column before filtering. */
  total: number
  view: BoardView
  /** The column of the dragged card; null when no card is dragged. */
  draggedFromKey: string | null
}

const BODY = [
  'relative min-h-0 flex-1 rounded-lg border border-transparent',
  'group-data-[verdict=yes]/column:border-line-strong group-data-[verdict=yes]/column:border-dashed',
  'group-data-[verdict=unknown]/column:border-line-strong',
  'group-data-[verdict=unknown]/column:border-dashed',
  'group-data-over/column:outline-2 group-data-over/column:-outline-offset-2',
  'group-data-[over=allowed]/column:bg-accent-tint',
  'group-data-[over=allowed]/column:outline-accent',
  'group-data-[over=refused]/column:bg-danger-tint',
  'group-data-[over=refused]/column:outline-danger',
].join(' ')

/**
 * A column. It stays a drop target when it is disabled: a disabled droppable would pass the drop to
 * its neighbor.
 */
export function BoardColumn({ column, total, view, draggedFromKey }: BoardColumnProps) {
  const { role } = useBoardContext()
  const { setNodeRef, isOver } = useColumnDrop(column.key)
  const headingId = useId()
  const verdict = verdictForMove(role, column)
  const isTarget = draggedFromKey !== null && draggedFromKey !== column.key
  const isHovered = isOver && isTarget
  const isDisabled = verdict.type === 'no'
  const hover = isDisabled ? 'refused' : 'allowed'
  return (
    <ColumnFrame
      ref={setNodeRef}
      aria-labelledby={headingId}
      data-status-id={column.statusId ?? ''}
      data-column-key={column.key}
      data-disabled={isDisabled ? '' : undefined}
      data-verdict={isTarget ? verdict.type : undefined}
      data-over={isHovered ? hover : undefined}
    >
      <ColumnHead>
        <h2 id={headingId} className="line-clamp-2 min-w-0 font-semibold" dir="auto">
          {column.name}
        </h2>
        <span className="text-ink-soft text-xs">
          {messages.cardsShown(column.cards.length, total)}
        </span>
        {column.kind && column.kind !== 'stage' && (
          <span className="text-ink-soft text-xs">{column.kind}</span>
        )}
        <RequiredRoleBadge verdict={verdict} minRole={column.minRole} />
      </ColumnHead>
      <div className={BODY}>
        {isHovered && <DropHint column={column} verdict={verdict} fromKey={draggedFromKey} />}
        <CardList
          cards={column.cards}
          columnName={column.name}
          emptyMessage={total === 0 ? messages.NO_CARDS_IN_COLUMN : messages.NO_MATCHING_CARDS}
          view={view}
        />
      </div>
    </ColumnFrame>
  )
}
