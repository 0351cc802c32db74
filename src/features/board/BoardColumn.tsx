import { useDroppable } from '@dnd-kit/core'
import { useId } from 'react'
import type { Column } from '#contract/board.ts'
import { closedWords, keyThatCould, oneWayWords } from '#model/move-options.ts'
import { type Verdict, verdictForMove } from '#model/permissions.ts'
import type { SeenChange } from '#queries/board.ts'
import { Icon } from '#ui/Icon.tsx'
import { useBoardFacts } from './board-context.ts'
import { CardList } from './CardList.tsx'

interface BoardColumnProps {
  column: Column
  /** Cards in the column before any filter. */
  total: number
  pending: ReadonlySet<string>
  /** What others changed, by card id. */
  changes: ReadonlyMap<string, SeenChange>
  tabStop: string | undefined
  /** The column of the card in the hand; null when the hand is empty. */
  draggedFrom: string | null
}

/** One stage of the flow. It stays a target when it is closed to this key, to say why (a disabled one would hand the drop on). */
export function BoardColumn({ column, total, pending, changes, tabStop, draggedFrom }: BoardColumnProps) {
  const { role } = useBoardFacts()
  const { setNodeRef, isOver } = useDroppable({ id: column.key })
  const headingId = useId()
  const verdict = verdictForMove(role, column)
  const isHome = draggedFrom === column.key
  const over = isOver && draggedFrom !== null && !isHome
  const shown = column.cards.length
  return (
    <section
      ref={setNodeRef}
      aria-labelledby={headingId}
      className="column"
      data-status-id={column.statusId ?? ''}
      data-column-key={column.key}
      data-closed={verdict.answer === 'no' ? '' : undefined}
      data-verdict={draggedFrom !== null && !isHome ? verdict.answer : undefined}
      data-over={over ? '' : undefined}
    >
      <div className="column-head">
        <h2 id={headingId} className="line-clamp-2 min-w-0 font-semibold" dir="auto">
          {column.name}
        </h2>
        <span className="text-ink-soft text-xs">{shown === total ? total : `${shown} of ${total}`}</span>
        {column.kind && column.kind !== 'stage' && <span className="text-ink-soft text-xs">{column.kind}</span>}
        <ColumnNeed verdict={verdict} minRole={column.minRole} />
      </div>
      <div className="column-body">
        {over && <DropNote column={column} verdict={verdict} fromKey={draggedFrom} />}
        <CardList
          cards={column.cards}
          columnName={column.name}
          emptyWords={total === 0 ? 'No cards here.' : 'No card here matches.'}
          pending={pending}
          changes={changes}
          tabStop={tabStop}
        />
      </div>
    </section>
  )
}

function ColumnNeed({ verdict, minRole }: { verdict: Verdict; minRole: string }) {
  if (verdict.answer === 'yes') return null
  if (verdict.answer === 'cannot-tell') {
    return <span className="ml-auto text-ink-soft text-xs">{minRole ? `Role: ${minRole}` : 'Role not stated'}</span>
  }
  return (
    <span className="ml-auto inline-flex items-center gap-1 text-ink-soft text-xs">
      <Icon name="lock" className="size-3" />
      {verdict.needed ? `Needs ${verdict.needed}` : 'No target'}
    </span>
  )
}

/** The loud verdict on the column under the pointer. */
function DropNote({ column, verdict, fromKey }: { column: Column; verdict: Verdict; fromKey: string }) {
  const { role, flow, others } = useBoardFacts()
  const from = flow.find((one) => one.key === fromKey)
  const oneWay = from && oneWayWords(from, column, role)
  return (
    <p className="drop-note" data-verdict={verdict.answer} role="note">
      {verdict.answer === 'no' ? closedWords(verdict.reason, keyThatCould(column, others)) : `Move to ${column.name}`}
      {verdict.answer === 'cannot-tell' && <span className="block font-normal text-xs">{verdict.reason}</span>}
      {oneWay && <span className="block font-normal text-xs">{oneWay}</span>}
    </p>
  )
}
