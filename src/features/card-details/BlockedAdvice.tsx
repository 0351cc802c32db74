import { OctagonAlert } from 'lucide'
import type { Board } from '#contract/readers/read-board.ts'
import type { Card } from '#contract/readers/read-card.ts'
import { blockedReasonText } from '#messages/card-messages.ts'
import { moveTo } from '#messages/interaction-messages.ts'
import { SERVICE_LANGUAGE } from '#messages/page-messages.ts'
import { BLOCKED_NOW, LAST_PROMOTION_REFUSED, tryAgainMoveTo } from '#messages/panel-messages.ts'
import { nextStep } from '#messages/refusal-messages.ts'
import { refusalCause } from '#model/refusal.ts'
import { retryColumn } from '#model/retry-column.ts'
import { useBoardAccess, useSession } from '#queries/access/board-access.ts'
import { useMoves } from '#queries/moves/use-moves.ts'
import { useRetryTarget } from '#state/card-status-store.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'

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
  const moveInto = (columnKey: string) => moves.request({ cardId: card.id, columnKey })
  return (
    <div className="flex gap-3 rounded-lg border blocked-colors p-3">
      <Icon icon={OctagonAlert} className="mt-0.5 size-4 shrink-0 text-danger" />
      <div className="flex min-w-0 flex-col items-start gap-1.5">
        <p>
          <strong>{BLOCKED_NOW}</strong> {LAST_PROMOTION_REFUSED}{' '}
          <bdi lang={reason ? SERVICE_LANGUAGE : undefined}>{blockedReasonText(reason)}</bdi>
        </p>
        {advice && <p className="text-ink-soft">{advice}</p>}
        {retry && (
          <Button onClick={() => moveInto(retry.column.key)}>
            {retry.isRepeated ? tryAgainMoveTo(retry.column.name) : moveTo(retry.column.name)}
          </Button>
        )}
      </div>
    </div>
  )
}
