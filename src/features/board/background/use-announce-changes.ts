import { useEffect, useRef } from 'react'
import { diffSummary } from '#model/board-diff.ts'
import type { BoardView } from '#queries/board-view/use-board-view.tsx'
import { showToast } from '#state/toast-store.ts'

/** Announces what the repository or other people changed. It is never reported as an error. */
export function useAnnounceChanges(changes: BoardView['changes'] | undefined): void {
  const announcedUntil = useRef(0)
  useEffect(() => {
    const diffs = [...(changes?.values() ?? [])].filter(
      (diff) => diff.requestedAt > announcedUntil.current,
    )
    if (diffs.length === 0) return
    announcedUntil.current = Math.max(...diffs.map((diff) => diff.requestedAt))
    showToast(diffSummary(diffs), 'info')
  }, [changes])
}
