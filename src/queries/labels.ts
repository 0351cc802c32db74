import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '#client/api-error.ts'
import type { BoardClient } from '#client/board-client.ts'
import type { Label, LabelChange, LabelList, NewLabel } from '#contract/label.ts'
import { clientOf } from './clients.ts'
import { waitBefore } from './query-client.ts'
import { labelsKey, type Session } from './session.ts'
import { leavesOpen } from './settle.ts'

/** The labels of a board as they are cached. */
export interface LabelsRead {
  list: LabelList
  /** Every colour met on this board since the page was opened: the service certainly takes them. [gap G8] */
  seenColors: readonly string[]
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
      const list = read.value ?? before?.list ?? { labels: [], unreadable: 0 }
      const met = new Set([...(before?.seenColors ?? []), ...list.labels.flatMap((label) => label.color ?? [])])
      return { list, seenColors: [...met], etag: read.etag }
    },
    staleTime: 15_000,
  })
}

function labelsSeen({ list, seenColors }: LabelsRead): LabelList & Pick<LabelsRead, 'seenColors'> {
  return { ...list, seenColors }
}

/** The labels of the board (spec 4.3). */
export function useLabels(session: Session) {
  const queryClient = useQueryClient()
  return useQuery({ ...labelsOptions(queryClient, session), select: labelsSeen })
}

/** The list of labels read now; undefined when it cannot be read. */
export async function readLabelsAnew(queryClient: QueryClient, session: Session): Promise<LabelList | undefined> {
  const options = labelsOptions(queryClient, session)
  await queryClient.cancelQueries({ queryKey: options.queryKey })
  const read = await queryClient.fetchQuery({ ...options, staleTime: 0, retry: 1 }).catch(() => undefined)
  return read?.list
}

/** Creates a label. Tried again by itself only when the service says that it took too many writes. */
export function useCreateLabel(session: Session) {
  return useLabelWrite<NewLabel>(session, {
    send: async (client, label) => void (await client.createLabel(session.workspaceId, label)),
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
        await patch(change)
      } catch (error) {
        if (!(error instanceof ApiError) || ![400, 422].includes(error.status) || !label.color) throw error
        await patch({ name: label.name, color: label.color, ...change })
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
    send: async (client, labelId) => void (await client.deleteLabel(session.workspaceId, labelId)),
    shows: (labels, labelId) => labels.every((label) => label.id !== labelId),
  })
}

interface LabelWrite<Variables> {
  send: (client: BoardClient, variables: Variables) => Promise<void>
  /** Does a list show that the write was done? */
  shows: (labels: readonly Label[], variables: Variables) => boolean
}

/**
 * A write of labels that succeeds when the list, read again, shows it: the read is believed, not the answer. A write
 * whose answer was lost succeeds in the same way.
 */
function useLabelWrite<Variables>(session: Session, { send, shows }: LabelWrite<Variables>) {
  const queryClient = useQueryClient()
  const options = labelsOptions(queryClient, session)
  return useMutation<void, ApiError, Variables>({
    mutationKey: ['label', session.keyId, session.workspaceId],
    retry: (count, error) => error.status === 429 && count < 2,
    retryDelay: (count, error) => waitBefore(count, error),
    mutationFn: async (variables) => {
      const before = queryClient.getQueryData<LabelsRead>(options.queryKey)?.list.labels ?? []
      const failure = await send(clientOf(session.keyId), variables).then(
        () => undefined,
        (error: unknown) => error,
      )
      if (failure !== undefined && !leavesOpen(failure)) throw failure
      const list = await readLabelsAnew(queryClient, session)
      const isShown = list !== undefined && shows(list.labels, variables)
      if (isShown && (failure === undefined || !shows(before, variables))) return
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
