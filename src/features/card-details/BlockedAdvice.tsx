import { OctagonAlert } from 'lucide'
import type { Board } from '#contract/readers/read-board.ts'
import type { Card } from '#contract/readers/read-card.ts'
import { readCardRepository } from '#contract/readers/read-card-repository.ts'
import { blockedReasonText } from '#messages/card-messages.ts'
import { dateTime } from '#messages/card-repository-messages.ts'
import { moveTo } from '#messages/interaction-messages.ts'
import { SERVICE_LANGUAGE } from '#messages/page-messages.ts'
import { BLOCKED_NOW, LAST_PROMOTION_REFUSED, tryAgainMoveTo } from '#messages/panel-messages.ts'
import {
  BEFORE_LAST_PUSH,
  MOVED_BY,
  nextStep,
  refusedAgo,
  triedAgain,
} from '#messages/refusal-messages.ts'
import { age } from '#model/age.ts'
import { refusalCause } from '#model/refusal.ts'
import { retryColumn } from '#model/retry-column.ts'
import { useBoardAccess, useSession } from '#queries/access/board-access.ts'
import { useMoves } from '#queries/changes/use-moves.ts'
import { useRetryTarget } from '#state/card-status-store.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { StopDetails } from './StopDetails.tsx'

interface BlockedAdviceProps {
  card: Card
  board: Board
}

/** Why the last promotion was refused, what to do about it, and how to repeat the move. */
export function BlockedAdvice({ card, board }: BlockedAdviceProps) {
  const moves = useMoves()
  const session = useSession()
  const targetId = useRetryTarget(session, card.id)
  const { role } = useBoardAccess()
  const retry = retryColumn(card, board, targetId, role)
  const reason = card.blocked?.reason ?? ''
  const advice = card.blocked ? nextStep(refusalCause(card.blocked)) : undefined
  const moveInto = (columnKey: string) =>
    moves.request({ cardId: card.id, columnKey, keepsFocus: true })
  return (
    <div className="flex gap-3 rounded-lg border blocked-colors p-3">
      <Icon icon={OctagonAlert} className="mt-0.5 size-4 shrink-0 text-danger" />
      <div className="flex min-w-0 flex-col items-start gap-1.5">
        <p>
          <strong>{BLOCKED_NOW}</strong> {LAST_PROMOTION_REFUSED}{' '}
          <bdi lang={reason ? SERVICE_LANGUAGE : undefined}>{blockedReasonText(reason)}</bdi>
        </p>
        <RefusedMove card={card} />
        {advice && <p className="text-ink-soft">{advice}</p>}
        <StopDetails card={card} board={board} />
        {retry && (
          <Button onClick={() => moveInto(retry.column.key)}>
            {retry.isRepeated ? tryAgainMoveTo(retry.column.name) : moveTo(retry.column.name)}
          </Button>
        )}
      </div>
    </div>
  )
}

/** Since when, whose move it was, and whether the service has tried it again. [gap G26] */
function RefusedMove({ card }: { card: Card }) {
  const repository = readCardRepository(card.repository)
  const { at, by, head, triedAt } = repository?.refusal ?? {}
  if (at === undefined) return null
  const now = Date.now()
  const isOutdated = triedAt === undefined && head !== undefined && head !== repository?.head
  return (
    <p className="text-ink-soft text-xs">
      <span title={dateTime(at)}>{refusedAgo(age(at, now))}</span>{' '}
      {by !== undefined && (
        <>
          {MOVED_BY} <bdi>{by}</bdi>.{' '}
        </>
      )}
      {isOutdated && BEFORE_LAST_PUSH}
      {triedAt !== undefined && (
        <span title={dateTime(triedAt)}>{triedAgain(age(triedAt, now))}</span>
      )}
    </p>
  )
}
