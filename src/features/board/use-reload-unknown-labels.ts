import { useEffect, useMemo } from 'react'
import type { Board } from '#contract/readers/read-board.ts'
import { type LabelIndex, resolveLabelId } from '#model/label-lookup.ts'
import { useLabels } from '#queries/labels/labels-query.ts'
import { useSession } from '#queries/session.ts'

/**
 * Other people's new labels can be on a card before they are in our list: then the list is loaded
 * again, once.
 */
export function useReloadUnknownLabels(board: Board | undefined, labels: LabelIndex): void {
  const { refetch } = useLabels(useSession())
  const unknownIds = useMemo(() => {
    const cards = board?.columns.flatMap((column) => column.cards) ?? []
    const ids = cards
      .flatMap((card) => card.labels ?? [])
      .map(({ id }) => resolveLabelId(id, labels))
    return [...new Set(ids)].filter((id) => !labels.byId.has(id)).join()
  }, [board, labels])
  const isLoaded = labels.byId.size > 0
  useEffect(() => {
    if (unknownIds && isLoaded) void refetch()
  }, [unknownIds, isLoaded, refetch])
}
