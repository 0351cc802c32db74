import type { QueryClient } from '@tanstack/react-query'
import type { LabelList } from '#contract/readers/read-label.ts'
import type { BoardRef } from '#model/board-ref.ts'
import { keys } from '../keys.ts'
import { type LoadedLabels, labelsOptions } from './labels-query.ts'

/** The labels, loaded now; undefined when they can't be loaded. */
export async function reloadLabels(
  queryClient: QueryClient,
  board: BoardRef,
): Promise<LabelList | undefined> {
  const options = labelsOptions(board)
  await queryClient.cancelQueries({ queryKey: options.queryKey })
  const fresh = { ...options, staleTime: 0, retry: 1 }
  const loaded = await queryClient.fetchQuery(fresh).catch(() => undefined)
  return loaded?.list
}

export function cachedLabels(queryClient: QueryClient, board: BoardRef) {
  return queryClient.getQueryData<LoadedLabels>(keys.labels(board))?.list.labels ?? []
}
