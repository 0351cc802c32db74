import { memo, useId } from 'react'
import type { Column } from '#contract/readers/read-board.ts'
import type { RenderDelay } from '#hooks/use-ready-after.ts'
import * as messages from '#messages/board-messages.ts'
import type { OlderCardsOfColumn } from '#model/older-cards.ts'
import { verdictForMove } from '#model/permissions.ts'
import type { BoardView } from '#queries/board-view/use-board-view.tsx'
import { countRender } from '#ui/render-count.ts'
import { useBoardContext } from '../board-context.ts'
import { CardList } from '../card/CardList.tsx'
import { ColumnFrame, ColumnHead } from '../screen/BoardGrid.tsx'
import { ColumnHeading } from './ColumnHeading.tsx'

interface BoardColumnProps {
  column: Column
  /** Cards in the column before filtering. */
  total: number
  older: OlderCardsOfColumn | undefined
  view: BoardView
  /** How long the cards of other columns go first. */
  wait: RenderDelay
  isCollapsed: boolean
}

const BODY = [
  'relative -mx-2 min-h-0 flex-1 rounded-lg border border-transparent print:mx-0',
  'data-verdict:border-line-strong/50 data-verdict:border-dashed data-[verdict=no]:border-transparent',
  'data-over:outline-2 data-over:-outline-offset-2',
  'data-[over=allowed]:bg-accent-tint',
  'data-[over=allowed]:outline-accent',
  'data-[over=refused]:bg-danger-tint',
  'data-[over=refused]:outline-danger',
].join(' ')

/**
 * A column. What a drag changes about it, the drag layer sets as attributes: `data-verdict` and
 * `data-over`. Nothing here renders because a card is carried.
 */
export const BoardColumn = memo(function BoardColumn(props: BoardColumnProps) {
  const { column, total, older, view, wait, isCollapsed } = props
  countRender('column')
  const { role } = useBoardContext()
  const headingId = useId()
  const verdict = verdictForMove(role, column)
  return (
    <ColumnFrame
      aria-labelledby={headingId}
      data-status-id={column.statusId ?? ''}
      data-column-key={column.key}
      data-disabled={verdict.type === 'no' ? '' : undefined}
    >
      <ColumnHead>
        <ColumnHeading
          id={headingId}
          column={column}
          total={total}
          view={view}
          isCollapsed={isCollapsed}
        />
      </ColumnHead>
      <div data-column-body className={BODY}>
        {!isCollapsed && (
          <CardList
            cards={column.cards}
            older={older}
            columnName={column.name}
            emptyMessage={total === 0 ? messages.NO_CARDS_IN_COLUMN : messages.NO_MATCHING_CARDS}
            view={view}
            wait={wait}
          />
        )}
      </div>
    </ColumnFrame>
  )
}, showsTheSame)

/** A column whose cards haven't changed doesn't render when another part of the view changes. */
function showsTheSame(before: BoardColumnProps, after: BoardColumnProps): boolean {
  if (before.column !== after.column || before.total !== after.total) return false
  if (before.older !== after.older) return false
  if (before.isCollapsed !== after.isCollapsed) return false
  if (before.view === after.view) return true
  const changed = changedCardIds(before.view, after.view)
  return changed.size === 0 || !after.column.cards.some((card) => changed.has(card.id))
}

/** Cards that are marked differently in the two views, as moving, saving, or changed by others. */
function changedCardIds(before: BoardView, after: BoardView): ReadonlySet<string> {
  return new Set([
    ...difference(before.movingCardIds, after.movingCardIds, (ids, id) => ids.has(id)),
    ...difference(before.labelingCardIds, after.labelingCardIds, (ids, id) => ids.has(id)),
    ...difference(before.changes, after.changes, (changes, id) => changes.get(id)),
  ])
}

/** The ids about which the two say something different. */
function difference<T extends { keys: () => Iterable<string> }>(
  before: T,
  after: T,
  read: (ids: T, id: string) => unknown,
): string[] {
  if (before === after) return []
  const all = [...before.keys(), ...after.keys()]
  return all.filter((id) => read(before, id) !== read(after, id))
}
