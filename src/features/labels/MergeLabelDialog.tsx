import { useEffect, useId, useState } from 'react'
import type { Label } from '#contract/readers/read-label.ts'
import { BulkControls } from '#features/shared/BulkControls.tsx'
import { BULK_ACTION_UNDER_WAY } from '#messages/bulk-messages.ts'
import { CLOSE } from '#messages/common-messages.ts'
import * as messages from '#messages/label-messages.ts'
import { MERGE, MERGE_RULE, MERGE_TARGET, mergeLabelTitle } from '#messages/label-messages.ts'
import { cardsWithLabel } from '#model/board-lookup.ts'
import { isUnderWay } from '#model/bulk-card.ts'
import { ROLE_FOR, verdict } from '#model/permissions.ts'
import { useBoardAccess } from '#queries/access/board-access.ts'
import { useBoardView, useLabelIndex } from '#queries/board-view/use-board-view.tsx'
import { useReloadBoard } from '#queries/feed/use-board.ts'
import type { LabelWriteOutcome } from '#queries/labels/label-mutations.ts'
import { labelWriteError } from '#queries/labels/label-write-error.ts'
import { useLabels } from '#queries/labels/labels-query.ts'
import { type MergeOutcome, useMergeLabel } from '#queries/labels/use-merge-label.ts'
import { useBulkActionStore } from '#state/bulk-action-store.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { LabelChip } from '#ui/LabelChip.tsx'
import { LabelSelect } from './LabelSelect.tsx'

interface MergeLabelDialogProps {
  label: Label
  /** What it is merged into, if that is known. */
  targetId: string | undefined
  /** Called with a sentence that says what was done. */
  onDone: (text: string) => void
  onClose: () => void
}

/**
 * Replaces a label on all of its cards by another one, and then deletes it. Only possible when all
 * of its cards are on this board: the others would lose the label.
 */
export function MergeLabelDialog(props: MergeLabelDialogProps) {
  const { label, onDone, onClose } = props
  const { session, role } = useBoardAccess()
  const current = useCurrentLabels(label)
  const { labels, cards } = current
  const { merge, isPending } = useMergeLabel(session)
  const [targetId, setTargetId] = useState(props.targetId ?? '')
  const [problem, setProblem] = useState('')
  const statusId = useId()
  const deletePermission = verdict(role, ROLE_FOR.deleteLabel)
  const deleteReason = deletePermission.type === 'no' ? deletePermission.reason : undefined
  const disabledReason = isPending ? undefined : current.disabledReason
  const target = labels.find((candidate) => candidate.id === targetId)

  const handleMerge = async () => {
    setProblem('')
    const mayDelete = deleteReason === undefined
    const outcome = await merge({ label, targetId, cards, mayDelete })
    if (outcome.type === 'merged') {
      onDone(messages.merged(label.name, target?.name ?? '', outcome.changed))
      return onClose()
    }
    setProblem(mergeProblem(outcome, label, cards.length, deleteReason))
  }
  return (
    <Dialog title={mergeLabelTitle(label.name)} onClose={onClose} isGuarded={isPending}>
      <div className="flex flex-col gap-3">
        <p>
          {MERGE_RULE[0]}
          <LabelChip name={label.name} color={label.color} />
          {MERGE_RULE[1]}
          {messages.mergeEffect(deleteReason)}
        </p>
        <LabelSelect
          name={MERGE_TARGET}
          labels={labels.filter((candidate) => candidate.id !== label.id)}
          value={targetId}
          isDisabled={isPending}
          onChange={setTargetId}
        />
        <p id={statusId} className={isPending ? 'sr-only' : ''}>
          {disabledReason ?? messages.cardsToMerge(cards.length)}
        </p>
        {isPending && <MergeProgress />}
        {problem && <p role="alert">{problem}</p>}
        <div className="flex flex-wrap justify-end gap-2">
          <Button disabledBy={isPending} onClick={onClose}>
            {CLOSE}
          </Button>
          {/* It stays after use, so that the focus on it isn't lost. */}
          <Button
            kind="primary"
            disabledBy={disabledReason || !target || isPending ? statusId : undefined}
            onClick={() => void handleMerge()}
          >
            {MERGE}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

function MergeProgress() {
  const action = useBulkActionStore((state) => state.action)
  if (!action || !isUnderWay(action)) return null
  return (
    <div className="flex flex-wrap items-center gap-2">
      <BulkControls action={action} />
    </div>
  )
}

/**
 * All labels, the cards of one, and why it can't be merged. The cards and the counts are from the
 * same moment, as far as two loads can be.
 */
function useCurrentLabels(label: Label) {
  const { session } = useBoardAccess()
  const view = useBoardView()
  const reload = useReloadBoard(session)
  const [isReloaded, setIsReloaded] = useState(false)
  useEffect(() => void reload().then(() => setIsReloaded(true)), [reload])
  const { data, isFetchedAfterMount } = useLabels(session)
  const index = useLabelIndex()
  const labels = data?.labels ?? []
  const current = labels.find(({ id }) => id === label.id)
  const cards = view && cardsWithLabel(view.board, label.id, index)
  const reason = () => {
    if (!isReloaded || !isFetchedAfterMount) return messages.COUNTING_CARDS
    if (data && !current) return messages.LABEL_ALREADY_GONE
    return mergeDisabledReason(current?.taskCount, cards?.length)
  }
  return { labels, cards: cards ?? [], disabledReason: reason() }
}

/** Why a label can't be merged here; undefined when all of its cards are on this board. */
function mergeDisabledReason(
  count: number | undefined,
  here: number | undefined,
): string | undefined {
  if (here === undefined) return messages.CARDS_UNKNOWN_FOR_MERGE
  if (count === undefined) return messages.COUNT_UNKNOWN_FOR_MERGE
  return count === here ? undefined : messages.cardsOutsideBoard(count, here)
}

function mergeProblem(
  outcome: Exclude<MergeOutcome, { type: 'merged' }>,
  label: Label,
  here: number,
  deleteReason: string | undefined,
): string {
  switch (outcome.type) {
    case 'busy':
      return BULK_ACTION_UNDER_WAY
    case 'incomplete':
      return messages.mergeIncomplete(outcome.summary)
    case 'target-gone':
      return messages.TARGET_LABEL_GONE
    case 'already-gone':
      return messages.LABEL_ALREADY_GONE
    case 'not-loaded':
      return messages.LABELS_NOT_LOADED
    case 'cards-missing':
      return mergeDisabledReason(outcome.taskCount, here) ?? ''
    case 'still-used':
      return messages.stillOnCards(label.name, outcome.taskCount)
    case 'may-not-delete':
      return messages.mergedButNotDeleted(label.name, deleteReason ?? '')
    case 'not-deleted':
      return mergedWithoutDeletion(outcome.deletion, label)
  }
}

function mergedWithoutDeletion(deletion: LabelWriteOutcome, label: Label): string {
  const reason = labelWriteError(deletion) ?? ''
  if (deletion.type === 'unknown') return messages.mergedWithUnconfirmedDeletion(label.name, reason)
  return messages.mergedButNotDeleted(label.name, reason)
}
