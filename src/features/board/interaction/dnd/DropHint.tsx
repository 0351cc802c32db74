import type { ColumnFacts } from '#model/column-access.ts'
import { LANDS_AT_END, moveTo } from '#model/messages/interaction-messages.ts'
import { disabledReason, irreversibleMoveWarning } from '#model/move-options.ts'
import type { Verdict } from '#model/permissions.ts'
import { useBoardContext } from '../../board-context.ts'

interface DropHintProps {
  column: ColumnFacts
  verdict: Verdict
  /** The column of the dragged card. */
  fromKey: string
}

const HINT = [
  'pointer-events-none absolute -inset-x-2 top-1 z-2 flex min-h-[calc(100%-0.5rem)] flex-col',
  'justify-center rounded-md bg-accent forced-colors:border forced-colors:bg-[Canvas]',
  'px-2 py-1 font-semibold text-accent-ink data-[verdict=no]:bg-danger',
  'data-[verdict=no]:text-danger-ink data-[verdict=no]:text-xs data-[verdict=no]:leading-[1.2]',
].join(' ')

/** The verdict of the column under the pointer, in its head: it covers no card. */
export function DropHint({ column, verdict, fromKey }: DropHintProps) {
  const { role, columns, otherKeys } = useBoardContext()
  const from = columns.find((candidate) => candidate.key === fromKey)
  const warning = from && irreversibleMoveWarning(from, column, role)
  const isAllowed = verdict.type !== 'no'
  return (
    <p className={HINT} data-verdict={verdict.type} role="note">
      <span className="line-clamp-3">
        {isAllowed ? moveTo(column.name) : disabledReason(column, verdict.reason, otherKeys)}
      </span>
      {verdict.type === 'unknown' && (
        <span className="line-clamp-2 font-normal text-xs leading-[1.2]">{verdict.reason}</span>
      )}
      {warning && <span className="line-clamp-2 font-normal text-xs leading-[1.2]">{warning}</span>}
    </p>
  )
}

const SLOT = [
  'pointer-events-none sticky -bottom-16 z-2 grid h-10 place-items-center rounded-lg border',
  'border-accent border-dashed bg-raised text-accent text-xs',
].join(' ')

/** After the last card, or above the lower edge of a list that goes on. */
export function LandingSlot() {
  return (
    <p aria-hidden="true" className={SLOT}>
      {LANDS_AT_END}
    </p>
  )
}
