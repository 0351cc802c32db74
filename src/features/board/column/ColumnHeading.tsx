import type { Column } from '#contract/readers/read-board.ts'
import { cardsShown } from '#messages/board-messages.ts'
import { verdictForMove } from '#model/permissions.ts'
import type { BoardView } from '#queries/board-view/use-board-view.tsx'
import { answers, useLoaded } from '#start/later.tsx'
import { shorten } from '#ui/shorten.ts'
import { useBoardContext } from '../board-context.ts'
import type { ColumnNewsProps } from './ColumnNews.tsx'
import { RequiredRoleBadge } from './RequiredRoleBadge.tsx'

interface ColumnHeadingProps {
  /** Of the heading. */
  id: string
  column: Column
  /** Cards in the column before filtering. */
  total: number
  /** Cards in collapsed lanes. */
  collapsedCount?: number | undefined
  view: BoardView
  isCollapsed: boolean
}

const NO_CARDS: Column['cards'] = []

/** What the head of a column shows, or a collapsed column in all. */
export function ColumnHeading({ isCollapsed, ...props }: ColumnHeadingProps) {
  return isCollapsed ? <CollapsedHeading {...props} /> : <WholeHeading {...props} />
}

type HeadingProps = Omit<ColumnHeadingProps, 'isCollapsed'>

function WholeHeading({ id, column, total, collapsedCount = 0, view }: HeadingProps) {
  const { role } = useBoardContext()
  const code = useLoaded(answers)
  const { movingCardIds } = view
  const moving = movingCardIds.size > 0 ? column.cards : NO_CARDS
  const movingNumbers = moving.flatMap(({ id, number }) =>
    movingCardIds.has(id) && number !== undefined ? number : [],
  )
  return (
    <>
      {/* Its lines don't depend on what comes and goes beside it. */}
      <h2
        id={id}
        className="line-clamp-2 max-w-[70%] shrink-0 font-semibold text-[0.8125rem]"
        dir="auto"
      >
        {shorten(column.name)}
      </h2>
      <span className="min-w-fit rounded-full bg-hover px-1.5 text-ink-soft text-xs leading-4.5 digits">
        {cardsShown(column.cards.length + collapsedCount, total)}
      </span>
      <News column={column} changes={view.changes} movingNumbers={movingNumbers} />
      {column.kind && column.kind !== 'stage' && (
        <span className="min-w-0 text-ink-soft text-xs">
          <span className="block truncate">{shorten(column.kind)}</span>
        </span>
      )}
      <RequiredRoleBadge verdict={verdictForMove(role, column)} minRole={column.minRole} />
      {code && <code.ColumnActions column={column} />}
    </>
  )
}

/** Empty until its code has loaded. */
function CollapsedHeading({ id, column, total }: HeadingProps) {
  const code = useLoaded(answers)
  return code && <code.CollapsedColumn id={id} column={column} total={total} />
}

/** On a board over a repository, all of its cards have evidence. */
function hasEvidence({ column }: ColumnNewsProps): boolean {
  return column.cards[0]?.repository !== undefined
}

/** Besides what the repository says, there is no news before the second load. */
function News(props: ColumnNewsProps) {
  const code = useLoaded(answers)
  const hasNews = props.changes.size > 0 || props.movingNumbers.length > 0 || hasEvidence(props)
  return code && hasNews ? <code.ColumnNews {...props} /> : null
}
