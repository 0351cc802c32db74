import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '#client/api-error.ts'
import type { BoardClient, WriteAnswer } from '#client/board-client.ts'
import type { Label, LabelChange, LabelList, NewLabel } from '#contract/label.ts'
import { clientOf } from './clients.ts'
import { type LabelsRead, readLabelsAnew } from './labels.ts'
import { waitBefore } from './query-client.ts'
import { labelsKey, type Session } from './session.ts'
import { leavesOpen } from './settle.ts'
import { isShortWait, isSuccess, refusedIn200 } from './write-answers.ts'

/** Creates a label. Tried again by itself only when the service says that it took too many writes. */
export function useCreateLabel(session: Session) {
  return useLabelWrite<NewLabel>(session, {
    send: (client, label) => client.createLabel(session.workspaceId, label),
    shows: (labels, wanted) =>
      labels.some((label) => label.name === wanted.name && (!wanted.color || label.color === wanted.color)),
  })
}

/** A label with what is to become different about it. */
export interface LabelPatch {
  label: Label
  change: LabelChange
}

/** Renames or recolours a label, sending only what changed; a service that wants both fields gets both. [gap G9] */
export function usePatchLabel(session: Session) {
  return useLabelWrite<LabelPatch>(session, {
    send: async (client, { label, change }) => {
      const patch = (body: LabelChange) => client.patchLabel(session.workspaceId, label.id, body)
      try {
        return await patch(change)
      } catch (error) {
        if (!(error instanceof ApiError) || ![400, 422].includes(error.status) || !label.color) throw error
        return await patch({ name: label.name, color: label.color, ...change })
      }
    },
    shows: (labels, { label, change }) => {
      const now = labels.find((one) => one.id === label.id)
      const named = change.name === undefined || now?.name === change.name
      return now !== undefined && named && (change.color === undefined || now.color === change.color)
    },
  })
}

/** Deletes a label: it leaves every card that carries it (spec 4.6). A 404 means that it is gone already. [gap G9] */
export function useDeleteLabel(session: Session) {
  return useLabelWrite<string>(session, {
    send: (client, labelId) => client.deleteLabel(session.workspaceId, labelId),
    shows: (labels, labelId) => labels.every((label) => label.id !== labelId),
  })
}

interface LabelWrite<Variables> {
  send: (client: BoardClient, variables: Variables) => Promise<WriteAnswer>
  /** Does a list show that the write was done? */
  shows: (labels: readonly Label[], variables: Variables) => boolean
}

/** Waits between the reads that look for an accepted write's effect, in milliseconds: 202 means asked, not done. [gap G2] */
const LOOK_AGAIN = [200, 500, 2_000]

/**
 * A write of labels that succeeds when the list, read again, shows it: the read is believed, not the answer. A write
 * whose answer was lost succeeds in the same way.
 */
function useLabelWrite<Variables>(session: Session, { send, shows }: LabelWrite<Variables>) {
  const queryClient = useQueryClient()
  return useMutation<void, ApiError, Variables>({
    mutationKey: ['label', session.keyId, session.workspaceId],
    // A long wait is said, with what was typed still there, and not sat out behind a button that says "Saving…".
    retry: isShortWait,
    retryDelay: (count, error) => waitBefore(count, error),
    mutationFn: async (variables) => {
      const before = queryClient.getQueryData<LabelsRead>(labelsKey(session))?.list.labels ?? []
      const failure = await send(clientOf(session.keyId), variables).then(
        ({ refusal }) => (refusal === undefined ? undefined : refusedIn200(refusal)),
        (error: unknown) => error,
      )
      if (failure !== undefined && !leavesOpen(failure) && !isSuccess(failure)) throw failure
      const isNews = failure === undefined || !shows(before, variables)
      let list: LabelList | undefined
      for (const wait of [0, ...LOOK_AGAIN]) {
        if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
        list = await readLabelsAnew(queryClient, session)
        if (list && isNews && shows(list.labels, variables)) return
        // After an answer that speaks of a failure it is looked for once: it may never have been begun.
        if (!list || (failure instanceof ApiError && failure.kind === 'http')) break
      }
      throw failure ?? notProved(list !== undefined)
    },
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: labelsKey(session) })
      void queryClient.invalidateQueries({ queryKey: ['board', session.keyId, session.workspaceId] })
    },
  })
}

function notProved(wasRead: boolean): ApiError {
  const words = wasRead
    ? 'Asked, no proof yet: the service took it, but its list of labels does not show it.'
    : 'Asked, no proof yet: the list of labels cannot be read now.'
  return new ApiError({ kind: 'unreadable', method: 'GET', path: '/v1/labels', status: 0, words })
}
