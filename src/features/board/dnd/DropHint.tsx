import type { Card } from '#contract/readers/read-card.ts'
import { bulkMoveTitle, cardsThatCannotMove } from '#messages/bulk-messages.ts'
import {
  LANDS_AT_END,
  LANDS_BY_SORTING,
  LANDS_IN_ORDER,
  LANDS_NOWHERE,
  moveTo,
} from '#messages/interaction-messages.ts'
import { STAYS_IN_LANE } from '#messages/lane-messages.ts'
import type { Arrangement } from '#model/arrangement.ts'
import { expectationFor, isExpectedToFail } from '#model/card-expectation.ts'
import type { ColumnFacts } from '#model/column-access.ts'
import { disabledReason, irreversibleMoveWarning } from '#model/move-check.ts'
import type { Verdict } from '#model/permissions.ts'
import { useArranged, useBoardView } from '#queries/board-view/use-board-view.tsx'
import { useBulkPlan } from '#queries/changes/bulk-plans.ts'
import { useUrlArrangement } from '#state/url.ts'
import { useBoardContext } from '../board-context.ts'
import { cardsCarriedWith } from '../selection/select-cards.ts'

interface DropHintProps {
  column: ColumnFacts
  verdict: Verdict
  /** The column of the dragged card. */
  fromKey: string
  card: Card
}

const HINT = [
  'pointer-events-none absolute -inset-x-2 top-1 z-2 flex min-h-[calc(100%-0.5rem)] flex-col',
  'justify-center rounded-md bg-accent forced-colors:border forced-colors:bg-[Canvas]',
  // The head that it covers keeps its own text in one line.
  'whitespace-normal px-2 py-0.5 text-accent-ink text-xs leading-[1.2]',
  'data-[verdict=no]:bg-danger data-[verdict=no]:text-danger-ink',
  'data-[verdict=stopped]:bg-warning data-[verdict=stopped]:text-canvas',
].join(' ')

/** The verdict of the column under the pointer, with its name and count. It covers no card. */
export function DropHint({ column, verdict, fromKey, card }: DropHintProps) {
  const { otherKeys } = useBoardContext()
  const count = useCount(column.key)
  const together = useCarriedPlan(card.id, column.key)
  const warnings = useWarnings(column, fromKey)
  const title = together?.title ?? moveTo(column.name)
  const isStopped = !together && isExpectedToFail(card, column)
  const details =
    verdict.type === 'no'
      ? [disabledReason(column, verdict, otherKeys)]
      : [
          verdict.type === 'unknown' ? verdict.reason : undefined,
          together ? together.detail : expectationFor(card, column),
          ...warnings,
        ]
  return (
    <p className={HINT} data-verdict={isStopped ? 'stopped' : verdict.type} role="note">
      <span className="flex gap-1.5">
        <span className="truncate font-semibold">
          {verdict.type === 'no' ? column.name : title}
        </span>
        <span className="digits">{count}</span>
      </span>{' '}
      {details.map(
        (detail) =>
          detail && (
            <span key={detail} className="line-clamp-2">
              {detail}
            </span>
          ),
      )}
    </p>
  )
}

/** What to know before an allowed move. */
function useWarnings(column: ColumnFacts, fromKey: string): (string | undefined)[] {
  const { role, columns } = useBoardContext()
  const from = columns.find((candidate) => candidate.key === fromKey)
  const hasLanes = useArranged()?.lanes !== undefined
  return [from && irreversibleMoveWarning(from, column, role), hasLanes ? STAYS_IN_LANE : undefined]
}

/** What a drop does to the selected cards, if they are carried. */
function useCarriedPlan(cardId: string, columnKey: string) {
  const planOf = useBulkPlan()
  const cardIds = cardsCarriedWith(cardId)
  const plan = cardIds && planOf(cardIds, columnKey)
  if (!plan) return undefined
  const { moves, leftOut, toName } = plan
  return {
    title: moves.length > 0 ? bulkMoveTitle(moves.length, toName) : toName,
    detail: leftOut.length > 0 ? cardsThatCannotMove(leftOut.length) : undefined,
  }
}

function useCount(columnKey: string): number | undefined {
  const columns = useBoardView()?.board.columns
  return columns?.find(({ key }) => key === columnKey)?.cards.length
}

const SLOT = [
  'pointer-events-none sticky -bottom-16 z-2 grid h-10 place-items-center rounded-lg border',
  'border-accent border-dashed bg-raised text-accent text-xs',
  'data-stopped:border-warning data-stopped:text-warning',
].join(' ')

/** After the last card, or above the lower edge of a list that goes on. */
export function LandingSlot({ card, column }: Pick<DropHintProps, 'card' | 'column'>) {
  const { sort } = useUrlArrangement()
  const isAlone = !cardsCarriedWith(card.id)
  const isStopped = isAlone && isExpectedToFail(card, column)
  return (
    <p aria-hidden="true" className={SLOT} data-stopped={isStopped || undefined}>
      {isStopped ? LANDS_NOWHERE : placeText(sort, card)}
    </p>
  )
}

/** Only a service that keeps the order of moves puts a card at the end. */
function placeText(sort: Arrangement['sort'], { repository }: Card): string {
  if (sort !== 'service') return LANDS_BY_SORTING
  return repository ? LANDS_IN_ORDER : LANDS_AT_END
}
