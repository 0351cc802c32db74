import { moveTo } from '#model/messages/interaction-messages.ts'
import { type ColumnFacts, disabledReason, irreversibleMoveWarning } from '#model/move-options.ts'
import type { Verdict } from '#model/permissions.ts'
import { useBoardContext } from '../../board-context.ts'

interface DropHintProps {
  column: ColumnFacts
  verdict: Verdict
  /** The column of the dragged card. */
  fromKey: string
}

const HINT = [
  'pointer-events-none absolute inset-x-2 top-2 z-2 rounded-md bg-accent px-3 py-2 font-semibold',
  'text-accent-ink raised-shadow data-[verdict=no]:bg-danger data-[verdict=no]:text-danger-ink',
].join(' ')

/** The verdict of the column under the pointer. */
export function DropHint({ column, verdict, fromKey }: DropHintProps) {
  const { role, columns, otherKeys } = useBoardContext()
  const from = columns.find((candidate) => candidate.key === fromKey)
  const warning = from && irreversibleMoveWarning(from, column, role)
  const isAllowed = verdict.type !== 'no'
  return (
    <p className={HINT} data-verdict={verdict.type} role="note">
      {isAllowed ? moveTo(column.name) : disabledReason(column, verdict.reason, otherKeys)}
      {verdict.type === 'unknown' && (
        <span className="block font-normal text-xs">{verdict.reason}</span>
      )}
      {warning && <span className="block font-normal text-xs">{warning}</span>}
    </p>
  )
}
