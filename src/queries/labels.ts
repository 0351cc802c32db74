import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ApiError } from '#client/api-error.ts'
import type { LabelList } from '#contract/label.ts'
import { clientOf } from './clients.ts'
import { labelsKey, type Session } from './session.ts'

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
      const list = read.value ?? before?.list ?? { labels: [], unreadable: 0, incomplete: false }
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
