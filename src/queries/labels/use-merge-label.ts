import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Card } from '#contract/readers/read-card.ts'
import type { Label, LabelList } from '#contract/readers/read-label.ts'
import type { BoardSession } from '#model/board-ref.ts'
import { deleteLabel, type LabelWriteOutcome } from './label-mutations.ts'
import { reloadLabels } from './reload-labels.ts'
import { useBulkEdit } from './use-bulk-edit.ts'

/** The outcome of merging a label into another one. */
export type MergeOutcome =
  | { type: 'merged'; changed: number }
  /** The bulk edit stopped; its state says why. */
  | { type: 'stopped' }
  | { type: 'target-gone' }
  | { type: 'already-gone' }
  | { type: 'not-loaded' }
  /** Some of its cards are not on this board. */
  | { type: 'cards-missing'; taskCount: number | undefined }
  | { type: 'still-used'; taskCount: number | undefined }
  /** No card has the label any more. It still exists, because the role can't delete labels. */
  | { type: 'may-not-delete' }
  /** No card has the label any more. It may still exist. */
  | { type: 'not-deleted'; deletion: LabelWriteOutcome }

interface MergeRequest {
  label: Label
  targetId: string
  /** The cards with the label. */
  cards: readonly Card[]
  mayDelete: boolean
}

/** Why a merge can't start; undefined when it can. */
function mergeObstacle(
  list: LabelList | undefined,
  { label, targetId, cards }: MergeRequest,
  isFirstRun: boolean,
): MergeOutcome | undefined {
  if (!list) return { type: 'not-loaded' }
  if (!list.labels.some((candidate) => candidate.id === targetId)) return { type: 'target-gone' }
  const current = list.labels.find((candidate) => candidate.id === label.id)
  if (!current) return { type: 'already-gone' }
  // The count may have grown since the dialog was opened.
  const { taskCount } = current
  const isIncomplete = isFirstRun && taskCount !== cards.length
  return isIncomplete ? { type: 'cards-missing', taskCount } : undefined
}

/** Replaces a label on all of its cards by another one, and then deletes it. */
export function useMergeLabel(session: BoardSession) {
  const queryClient = useQueryClient()
  const bulkEdit = useBulkEdit(session)
  const [isDeleting, setIsDeleting] = useState(false)

  const merge = async (request: MergeRequest): Promise<MergeOutcome> => {
    const { label, targetId, cards, mayDelete } = request
    const list = await reloadLabels(queryClient, session)
    const obstacle = mergeObstacle(list, request, bulkEdit.state.type === 'ready')
    if (obstacle) return obstacle
    const changed = await bulkEdit.run(cards, { add: [targetId], remove: [label.id] })
    if (!changed) return { type: 'stopped' }
    const remaining = (await reloadLabels(queryClient, session))?.labels.find(
      (candidate) => candidate.id === label.id,
    )
    if (remaining?.taskCount !== 0) {
      return { type: 'still-used', taskCount: remaining?.taskCount }
    }
    if (!mayDelete) return { type: 'may-not-delete' }
    setIsDeleting(true)
    const deletion = await deleteLabel(queryClient, session, label.id)
    setIsDeleting(false)
    if (deletion.type === 'applied') return { type: 'merged', changed: changed.length }
    return { type: 'not-deleted', deletion }
  }

  const isPending = bulkEdit.state.type === 'running' || isDeleting
  return { bulkEdit, merge, isPending }
}
