import { memo, useId } from 'react'
import type { Column } from '#contract/readers/read-board.ts'
import type { RenderDelay } from '#hooks/use-ready-after.ts'
import * as messages from '#model/messages/board-messages.ts'
import { verdictForMove } from '#model/permissions.ts'
import type { BoardView } from '#queries/board-view/use-board-view.tsx'
import { countRender } from '#ui/render-count.ts'
import { shorten } from '#ui/shorten.ts'
import { useBackgroundPart } from '#ui/use-background-part.ts'
import * as parts from '../background-parts.ts'
import { useBoardContext } from '../board-context.ts'
import { CardList } from '../card/CardList.tsx'
import { ColumnFrame, ColumnHead } from '../screen/BoardGrid.tsx'
import type { ColumnNewsProps } from './ColumnNews.tsx'
import { RequiredRoleBadge } from './RequiredRoleBadge.tsx'

interface BoardColumnProps {
  column: Column
  /** Cards in the column before filtering. */
  total: number
  view: BoardView
  /** How long the cards of other columns go first. */
  wait: RenderDelay
}

const NO_CARDS: Column['cards'] = []

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
  const { column, total, view, wait } = props
  countRender('column')
  const { role } = useBoardContext()
  const headingId = useId()
  const [Actions] = useBackgroundPart(parts.ColumnActions)
  const verdict = verdictForMove(role, column)
  const { movingCardIds } = view
  const moving = movingCardIds.size > 0 ? column.cards : NO_CARDS
  const movingNumbers = moving.flatMap(({ id, number }) =>
    movingCardIds.has(id) && number !== undefined ? number : [],
  )
  return (
    <ColumnFrame
      aria-labelledby={headingId}
      data-status-id={column.statusId ?? ''}
      data-column-key={column.key}
      data-disabled={verdict.type === 'no' ? '' : undefined}
    >
      <ColumnHead>
        <h2
          id={headingId}
          className="line-clamp-2 min-w-0 font-semibold text-[0.8125rem]"
          dir="auto"
        >
          {shorten(column.name)}
        </h2>
        <span className="rounded-full bg-hover px-1.5 text-ink-soft text-xs leading-4.5 digits">
          {messages.cardsShown(column.cards.length, total)}
        </span>
        <News column={column} changes={view.changes} movingNumbers={movingNumbers} />
        {column.kind && column.kind !== 'stage' && (
          <span className="line-clamp-2 text-ink-soft text-xs">{shorten(column.kind)}</span>
        )}
        <RequiredRoleBadge verdict={verdict} minRole={column.minRole} />
        {Actions && <Actions column={column} />}
      </ColumnHead>
      <div data-column-body className={BODY}>
        <CardList
          cards={column.cards}
          columnName={column.name}
          emptyMessage={total === 0 ? messages.NO_CARDS_IN_COLUMN : messages.NO_MATCHING_CARDS}
          view={view}
          wait={wait}
        />
      </div>
    </ColumnFrame>
  )
}, showsTheSame)

/** On a board over a repository, all of its cards have evidence. */
function hasEvidence({ column }: ColumnNewsProps): boolean {
  return column.cards[0]?.repository !== undefined
}

/** Besides what the repository says, there is no news before the second load. */
function News(props: ColumnNewsProps) {
  const [ColumnNews] = useBackgroundPart(parts.ColumnNews)
  const hasNews = props.changes.size > 0 || props.movingNumbers.length > 0 || hasEvidence(props)
  return ColumnNews && hasNews ? <ColumnNews {...props} /> : null
}

/** A column whose cards haven't changed doesn't render when another part of the view changes. */
function showsTheSame(before: BoardColumnProps, after: BoardColumnProps): boolean {
  if (before.column !== after.column || before.total !== after.total) return false
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
