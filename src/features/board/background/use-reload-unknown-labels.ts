import { useEffect, useRef } from 'react'
import type { Board, Column } from '#contract/readers/read-board.ts'
import { whenIdle } from '#hooks/schedule.ts'
import { type LabelIndex, resolveLabelId } from '#model/label-lookup.ts'
import { useSession } from '#queries/access/board-access.ts'
import { useLabels } from '#queries/labels/labels-query.ts'

const MAX_IDLE_WAIT_MS = 1_000

/**
 * Other people's new labels can be on a card before they are in our list: then the list is loaded
 * again, once. Looks when the page is idle, and only at columns that have changed.
 */
export function useReloadUnknownLabels(board: Board | undefined, labels: LabelIndex): void {
  const { refetch } = useLabels(useSession())
  const lookedAt = useRef({ labels, columns: new WeakSet<Column>(), unknownIds: '' })
  useEffect(() => {
    if (!board || labels.byId.size === 0) return
    return whenIdle(() => {
      const before = lookedAt.current
      const columns = before.labels === labels ? before.columns : new WeakSet<Column>()
      const changed = board.columns.filter((column) => !columns.has(column))
      const unknownIds = unknownLabelIds(changed, labels)
      for (const column of changed) columns.add(column)
      lookedAt.current = { labels, columns, unknownIds }
      if (unknownIds && unknownIds !== before.unknownIds) void refetch()
    }, MAX_IDLE_WAIT_MS)
  }, [board, labels, refetch])
}

function unknownLabelIds(columns: readonly Column[], labels: LabelIndex): string {
  const ids = new Set<string>()
  for (const { cards } of columns) {
    for (const card of cards) {
      for (const { id } of card.labels ?? []) {
        if (!labels.byId.has(id)) ids.add(resolveLabelId(id, labels))
      }
    }
  }
  return [...ids].filter((id) => !labels.byId.has(id)).join()
}
