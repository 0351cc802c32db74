import { useState } from 'react'
import { TextLines } from '#features/shared/TextLines.tsx'
import * as messages from '#messages/bulk-messages.ts'
import { CLOSE } from '#messages/common-messages.ts'
import type { BulkAction } from '#model/bulk-action.ts'
import { type BulkCard, countOutcomes, isSameSession, isUnderWay } from '#model/bulk-card.ts'
import {
  type BulkActionOf,
  type BulkType,
  bulkTitle,
  sendTheRest,
  summaryOf,
} from '#model/bulk-kinds.ts'
import type { BulkLabelEdit } from '#model/bulk-labels.ts'
import type { BulkMove, BulkTarget } from '#model/bulk-move.ts'
import { cardNameOf, type MoveIntent } from '#model/move-outcome.ts'
import { useSession } from '#queries/access/board-access.ts'
import { useBulkLabelEdits } from '#queries/changes/use-bulk-label-edits.ts'
import { useBulkMoves } from '#queries/changes/use-bulk-moves.ts'
import { useBulkActionStore } from '#state/bulk-action-store.ts'
import { closeDialog } from '#state/dialog-store.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'

/** What became of each card of the last action on many cards. */
export function BulkResultDialog() {
  const action = useBulkActionStore((state) => state.action)
  return action && <Result action={action} />
}

function Result({ action }: { action: BulkAction }) {
  const [problem, setProblem] = useState('')
  const resume = useResume(action, setProblem)
  const counts = countOutcomes(action)
  const lines = [
    ...action.cards.map((card) => lineOf(card, isUnderWay(action))),
    ...action.leftOut.map(messages.leftOutCard),
  ]
  return (
    <Dialog title={bulkTitle(action)} onClose={closeDialog}>
      <div className="flex flex-col gap-3">
        <p>{summaryOf(action, counts)}</p>
        <TextLines lines={lines} />
        {problem && <p role="alert">{problem}</p>}
        <div className="flex flex-wrap justify-end gap-2">
          {resume && <Button onClick={resume}>{sendTheRest(action, counts.notSent)}</Button>}
          <Button onClick={closeDialog}>{CLOSE}</Button>
        </div>
      </div>
    </Dialog>
  )
}

/**
 * Sends what wasn't sent before a reload or a cancel, on the board that it belongs to. Each card is
 * checked again. Undefined when there is nothing to send, or when it was an undo.
 */
function useResume(
  action: BulkAction,
  onProblem: (reason: string) => void,
): (() => void) | undefined {
  const session = useSession()
  const planRest = usePlanRest()
  const hasRest = action.cards.some(({ state }) => state === 'waiting')
  if (action.isUndo || isUnderWay(action) || !hasRest) return undefined
  if (!isSameSession(action.session, session)) return undefined
  return () => {
    const { run, reason } = planRest(action)
    // Otherwise the offer stays, for example until the connection is back.
    if (!run) return onProblem(reason)
    closeDialog()
    run()
  }
}

/** What would send the rest, or why nothing can be sent. */
interface RestPlan {
  run: (() => void) | undefined
  reason: string
}

function usePlanRest(): (action: BulkAction) => RestPlan {
  const moves = useBulkMoves()
  const labels = useBulkLabelEdits()
  const restOfMove = ({ toName = '', cards }: BulkMove): RestPlan => {
    const rest = cards.filter(({ state }) => state === 'waiting')
    const targets = rest.map(({ intent }) => [intent.cardId, targetOf(intent)] as const)
    const plan = moves.planRest(toName, new Map(targets))
    const canRun = plan !== undefined && plan.moves.length > 0
    return {
      run: canRun ? () => moves.run(plan) : undefined,
      reason: plan?.leftOut[0]?.reason ?? '',
    }
  }
  const restOfEdit = ({ change, cards }: BulkLabelEdit): RestPlan => {
    const rest = cards.filter(({ state }) => state === 'waiting')
    const targets = rest.map(({ intent }) => [intent.cardId, { name: cardNameOf(intent) }] as const)
    const plan = labels.plan(new Map(targets), change)
    const canRun = plan !== undefined && plan.edits.length > 0
    return {
      run: canRun ? () => labels.run(plan) : undefined,
      reason: plan?.leftOut[0]?.reason ?? '',
    }
  }
  const plans: { readonly [Type in BulkType]: (action: BulkActionOf<Type>) => RestPlan } = {
    move: restOfMove,
    labels: restOfEdit,
  }
  return <Type extends BulkType>(action: BulkActionOf<Type>) => plans[action.type](action)
}

function targetOf(intent: MoveIntent): BulkTarget {
  return { statusId: intent.toStatusId, name: cardNameOf(intent) }
}

function lineOf({ intent, state, outcome }: BulkCard, isActionUnderWay: boolean): string {
  const name = cardNameOf(intent)
  if (outcome) return outcome.message
  if (state !== 'waiting') return messages.cardUnderWay(name)
  return isActionUnderWay ? messages.waitingCard(name) : messages.notSentCard(name)
}
