import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ApiError } from '#client/api-error.ts'
import type { LabelList } from '#contract/readers/read-label.ts'
import type { BoardRef } from '#model/board-ref.ts'
import { loadsFor } from '../api.ts'
import { keys } from '../keys.ts'

/** The labels of a board in the cache. */
export interface LoadedLabels {
  list: LabelList
  /** Every color on this board since the page was opened: the service accepts them. [gap G8] */
  seenColors: readonly string[]
  etag: string | undefined
}

const EMPTY_LIST: LabelList = { labels: [], unreadableCount: 0, hasNextPage: false }

export function labelsOptions(board: BoardRef) {
  const queryKey = keys.labels(board)
  return queryOptions<LoadedLabels, ApiError>({
    queryKey,
    queryFn: async ({ client, signal }) => {
      const previous = client.getQueryData<LoadedLabels>(queryKey)
      const { workspaceId } = board
      const api = loadsFor(client, board.keyId)
      const response = await api.labels({ workspaceId, etag: previous?.etag, signal })
      const list = response.value ?? previous?.list ?? EMPTY_LIST
      const colors = list.labels.flatMap((label) => label.color ?? [])
      const seenColors = [...new Set([...(previous?.seenColors ?? []), ...colors])]
      return { list, seenColors, etag: response.etag }
    },
    staleTime: 15_000,
  })
}

function selectLabels({ list, seenColors }: LoadedLabels) {
  return { ...list, seenColors }
}

/** The labels as they were loaded last. It doesn't load them: `useLabels` does. */
export function useLoadedLabels(board: BoardRef) {
  return useQuery({ ...labelsOptions(board), select: selectLabels, enabled: false }).data
}

/** The labels of the board (spec 4.3). `isLoadedAgain`: a form should not show old counts. */
export function useLabels(board: BoardRef, { isLoadedAgain } = { isLoadedAgain: false }) {
  const refetchOnMount = isLoadedAgain ? 'always' : true
  return useQuery({ ...labelsOptions(board), select: selectLabels, refetchOnMount })
}
