import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ApiError } from '#client/api-error.ts'
import type { WriteAnswer } from '#client/board-client.ts'
import type { LabelChange, LabelList, NewLabel } from '#contract/label.ts'
import { clientOf } from './clients.ts'
import { labelsKey, type Session } from './session.ts'

/** The labels of a board as they are cached. */
export interface LabelsRead {
  list: LabelList
  etag: string | undefined
}

function labelsOptions(queryClient: QueryClient, session: Session) {
  const queryKey = labelsKey(session)
  return queryOptions<LabelsRead, ApiError>({
    queryKey,
    queryFn: async ({ signal }) => {
      const before = queryClient.getQueryData<LabelsRead>(queryKey)
      const client = clientOf(session.keyId)
      const read = await client.labels({ workspaceId: session.workspaceId, etag: before?.etag, signal })
      return { list: read.value ?? before?.list ?? { labels: [], unreadable: 0 }, etag: read.etag }
    },
    staleTime: 15_000,
  })
}

/** The labels of the board (spec 4.3). */
export function useLabels(session: Session) {
  const queryClient = useQueryClient()
  return useQuery({ ...labelsOptions(queryClient, session), select: (read) => read.list })
}

/** Creates a label; never tried twice by itself. */
export function useCreateLabel(session: Session) {
  return useLabelWrite<NewLabel>(session, (label) => clientOf(session.keyId).createLabel(session.workspaceId, label))
}

/** Renames or recolours a label, sending only what changed. [gap G9] */
export function usePatchLabel(session: Session) {
  return useLabelWrite<{ labelId: string; change: LabelChange }>(session, ({ labelId, change }) =>
    clientOf(session.keyId).patchLabel(session.workspaceId, labelId, change),
  )
}

/** Deletes a label: it leaves every card that carries it (spec 4.6). A 404 means that it is gone already. [gap G9] */
export function useDeleteLabel(session: Session) {
  return useLabelWrite<string>(session, (labelId) => clientOf(session.keyId).deleteLabel(session.workspaceId, labelId))
}

/** A write of labels, after which labels and boards are read again: the read is believed, not the answer. */
function useLabelWrite<Variables>(session: Session, mutationFn: (variables: Variables) => Promise<WriteAnswer>) {
  const queryClient = useQueryClient()
  return useMutation<WriteAnswer, ApiError, Variables>({
    mutationKey: ['label', session.keyId, session.workspaceId],
    mutationFn,
    onSettled: async () => {
      void queryClient.invalidateQueries({ queryKey: ['board', session.keyId, session.workspaceId] })
      await queryClient.invalidateQueries({ queryKey: labelsKey(session) })
    },
  })
}
