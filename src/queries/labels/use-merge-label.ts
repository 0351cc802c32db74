import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Card } from '#contract/readers/read-card.ts'
import type { Label, LabelList } from '#contract/readers/read-label.ts'
import { cardName } from '#model/board-lookup.ts'
import type { BoardSession } from '#model/board-ref.ts'
import type { BulkAction } from '#model/bulk-action.ts'
import { countOutcomes } from '#model/bulk-card.ts'
import { summaryOf } from '#model/bulk-kinds.ts'
import { isBulkActionUnderWay } from '#state/bulk-action-store.ts'
import { currentLabelPlan, runBulkLabelEdit } from '../changes/bulk-label-edits.ts'
import { deleteLabel, type LabelWriteOutcome } from './label-mutations.ts'
import { reloadLabels } from './reload-labels.ts'

/** The outcome of merging a label into another one. */
export type MergeOutcome =
  | { type: 'merged'; changed: number }
  /** Other cards are being changed. */
  | { type: 'busy' }
  /** Not all of its cards were changed; `summary` says how many were. */
  | { type: 'incomplete'; summary: string }
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
): MergeOutcome | undefined {
  if (isBulkActionUnderWay()) return { type: 'busy' }
  if (!list) return { type: 'not-loaded' }
  if (!list.labels.some((candidate) => candidate.id === targetId)) return { type: 'target-gone' }
  const current = list.labels.find((candidate) => candidate.id === label.id)
  if (!current) return { type: 'already-gone' }
  // The count may have grown since the dialog was opened.
  const { taskCount } = current
  return taskCount === cards.length ? undefined : { type: 'cards-missing', taskCount }
}

/** Replaces a label on all of its cards by another one, and then deletes it. */
export function useMergeLabel(session: BoardSession) {
  const queryClient = useQueryClient()
  const [isPending, setIsPending] = useState(false)
  const merge = async (request: MergeRequest): Promise<MergeOutcome> => {
    setIsPending(true)
    try {
      return await mergeLabel(queryClient, session, request)
    } finally {
      setIsPending(false)
    }
  }
  return { merge, isPending }
}

async function mergeLabel(
  queryClient: QueryClient,
  session: BoardSession,
  request: MergeRequest,
): Promise<MergeOutcome> {
  const { label, mayDelete } = request
  const list = await reloadLabels(queryClient, session)
  const obstacle = mergeObstacle(list, request)
  if (obstacle) return obstacle
  const action = await replaceOnCards(queryClient, session, request, list?.labels ?? [])
  const changed = action ? countOutcomes(action).changed : 0
  if (action && changed < action.cards.length) {
    return { type: 'incomplete', summary: summaryOf(action) }
  }
  const current = await reloadLabels(queryClient, session)
  const taskCount = current?.labels.find(({ id }) => id === label.id)?.taskCount
  if (taskCount !== 0) return { type: 'still-used', taskCount }
  if (!mayDelete) return { type: 'may-not-delete' }
  const deletion = await deleteLabel(queryClient, session, label.id)
  return deletion.type === 'applied'
    ? { type: 'merged', changed }
    : { type: 'not-deleted', deletion }
}

/** Undefined when there is no card to change. */
async function replaceOnCards(
  queryClient: QueryClient,
  session: BoardSession,
  { label, targetId, cards }: MergeRequest,
  labels: readonly Label[],
): Promise<BulkAction | undefined> {
  const target = labels.find(({ id }) => id === targetId)
  if (!target) return undefined
  const change = { add: [target], remove: [label], isMerge: true } as const
  const targets = new Map(cards.map((card) => [card.id, { name: cardName(card) }]))
  const plan = currentLabelPlan(queryClient, { session, change }, targets)
  return plan && runBulkLabelEdit(queryClient, plan)
}
