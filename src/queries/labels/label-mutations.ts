import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '#client/api-error.ts'
import type { Acknowledgment, WriteClient } from '#client/write-client.ts'
import type { Label, LabelChange, NewLabel } from '#contract/readers/read-label.ts'
import type { BoardRef } from '#model/board-ref.ts'
import { localWritesOf } from '../feed/local-writes.ts'
import { keys } from '../keys.ts'
import { retryDelayMs } from '../query-client.ts'
import { runWrite, writesFor } from '../writes/run-write.ts'
import { waitUntilVisible } from '../writes/wait-until-visible.ts'
import {
  isHttpError,
  isShortRateLimit,
  needsConfirmation,
  type WriteOutcome,
} from '../writes/write-outcome.ts'
import { cachedLabels, reloadLabels } from './reload-labels.ts'

/** The outcome of creating, changing, or deleting a label. */
export type LabelWriteOutcome =
  | { type: 'applied' }
  | { type: 'failed'; error: ApiError }
  /** The label doesn't exist. */
  | { type: 'gone'; error: ApiError }
  /** Accepted, but the list of labels doesn't show it. */
  | { type: 'unknown'; isListLoaded: boolean }

export function useCreateLabel(board: BoardRef) {
  return useLabelWrite<NewLabel>(board, createLabel)
}

/** A label and what should change about it. */
export interface LabelUpdate {
  label: Label
  change: LabelChange
}

/** Sends only the changed fields. A service that requires both fields gets both. [gap G9] */
export function useUpdateLabel(board: BoardRef) {
  return useLabelWrite<LabelUpdate>(board, updateLabel)
}

/** Deletes a label by id, which removes it from every card (spec 4.6). */
export function useDeleteLabel(board: BoardRef) {
  return useLabelWrite<string>(board, deleteLabel)
}

export function deleteLabel(queryClient: QueryClient, board: BoardRef, labelId: string) {
  return writeLabel(queryClient, board, labelId, {
    send: (api) => api.deleteLabel(board.workspaceId, labelId),
    isVisible: (labels) => labels.every((label) => label.id !== labelId),
  })
}

function createLabel(queryClient: QueryClient, board: BoardRef, newLabel: NewLabel) {
  const { name, color } = newLabel
  return writeLabel(queryClient, board, newLabel, {
    send: (api) => api.createLabel(board.workspaceId, newLabel),
    isVisible: (labels) =>
      labels.some((label) => label.name === name && (!color || label.color === color)),
  })
}

function updateLabel(queryClient: QueryClient, board: BoardRef, update: LabelUpdate) {
  const { label, change } = update
  const patch = (api: WriteClient, body: LabelChange) =>
    api.patchLabel(board.workspaceId, label.id, body)
  return writeLabel(queryClient, board, update, {
    send: async (api) => {
      try {
        return await patch(api, change)
      } catch (error) {
        const isInvalid = error instanceof ApiError && [400, 422].includes(error.status)
        if (!isInvalid || !label.color) throw error
        return await patch(api, { name: label.name, color: label.color, ...change })
      }
    },
    isVisible: (labels) => {
      const current = labels.find((candidate) => candidate.id === label.id)
      if (!current) return false
      const hasName = change.name === undefined || current.name === change.name
      return hasName && (change.color === undefined || current.color === change.color)
    },
  })
}

type Write<Variables> = (
  queryClient: QueryClient,
  board: BoardRef,
  variables: Variables,
) => Promise<LabelWriteOutcome>

/** A label write with its progress; the mutation never fails, because its outcome is data. */
function useLabelWrite<Variables>(board: BoardRef, write: Write<Variables>) {
  const queryClient = useQueryClient()
  return useMutation<LabelWriteOutcome, never, Variables>({
    mutationFn: (variables) => write(queryClient, board, variables),
  })
}

interface LabelWrite {
  send: (api: WriteClient) => Promise<Acknowledgment>
  /** Whether a list shows that the write took effect. */
  isVisible: (labels: readonly Label[]) => boolean
}

/** 202 means accepted, not applied. [gap G2] */
const RELOAD_DELAYS_MS = [200, 500, 2_000]

/**
 * A write of labels. It is applied when the list, loaded again, shows it: the load is trusted, not
 * the response. So a write whose response was lost can still be applied.
 */
async function writeLabel<Variables>(
  queryClient: QueryClient,
  board: BoardRef,
  variables: Variables,
  { send, isVisible }: LabelWrite,
): Promise<LabelWriteOutcome> {
  const wasVisible = isVisible(cachedLabels(queryClient, board))
  const options = {
    mutationKey: keys.labelWrites(board),
    mutationFn: () => send(writesFor(queryClient, board.keyId)),
    // A long wait is shown in the form, with everything that was entered still there.
    retry: isShortRateLimit,
    retryDelay: retryDelayMs,
  }
  const localWrites = localWritesOf(queryClient)
  localWrites.markLabelsWritten(board)
  const write = await runWrite<Variables>(queryClient, options, variables)
  localWrites.markLabelsWritten(board)
  const outcome = needsConfirmation(write)
    ? await waitForLabel(queryClient, board, write, (labels) =>
        write.type === 'accepted' || !wasVisible ? isVisible(labels) : false,
      )
    : rejectedOutcome(write)
  void queryClient.invalidateQueries({ queryKey: keys.labels(board) })
  void queryClient.invalidateQueries({ queryKey: keys.boards(board) })
  return outcome
}

async function waitForLabel(
  queryClient: QueryClient,
  board: BoardRef,
  write: WriteOutcome,
  isVisible: (labels: readonly Label[]) => boolean,
): Promise<LabelWriteOutcome> {
  const since = write.type === 'accepted' ? write.acknowledgedAt : 0
  const outcome = await waitUntilVisible<LabelWriteOutcome>(
    async ({ isLast }) => {
      const list = await reloadLabels(queryClient, board)
      if (list && isVisible(list.labels)) return { type: 'applied' }
      // After an HTTP error, check only once: the write may never have started.
      const isFinal = isLast || !list || isHttpError(write)
      return isFinal ? unconfirmedOutcome(write, list !== undefined) : undefined
    },
    RELOAD_DELAYS_MS,
    { since },
  )
  return outcome ?? unconfirmedOutcome(write, true)
}

function unconfirmedOutcome(write: WriteOutcome, isListLoaded: boolean): LabelWriteOutcome {
  const error = write.type === 'accepted' ? undefined : write.error
  return error ? { type: 'failed', error } : { type: 'unknown', isListLoaded }
}

function rejectedOutcome(write: WriteOutcome): LabelWriteOutcome {
  if (write.type === 'gone') return { type: 'gone', error: write.error }
  return unconfirmedOutcome(write, false)
}
