import { useCallback, useRef } from 'react'
import type { Activity } from '#contract/readers/read-activity.ts'
import type { BoardSession } from '#model/board-ref.ts'
import { itemsAfter } from '#model/visit.ts'
import type { ActivityLog } from './activity-log.ts'
import { useActivityLog } from './use-activities.ts'

/**
 * Returns the function that asks the service what has happened since the last question, newest
 * first. Nothing, if it doesn't tell: who it was is never guessed.
 */
export function useNewActivities(session: BoardSession): () => Promise<readonly Activity[]> {
  const log = useActivityLog(session)
  const told = useRef<{ log: ActivityLog; until: string | undefined }>(undefined)
  return useCallback(async () => {
    if (!log) return []
    const until = told.current?.log === log ? told.current.until : undefined
    const known = until ?? log.loaded?.activities[0]?.id
    const loaded = await log.loadNewer().catch(() => [])
    const all = log.loaded?.activities ?? []
    told.current = { log, until: all[0]?.id }
    return known === undefined ? loaded : itemsAfter(all, known)
  }, [log])
}
