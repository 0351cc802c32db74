import { useEffect } from 'react'
import { useEffectEvent } from '#hooks/use-effect-event.ts'
import { hasVisitEnded, itemsAfter } from '#model/visit.ts'
import { useSession } from '#queries/access/board-access.ts'
import { useActivities, useActivityLog, useClientId } from '#queries/activity/use-activities.ts'
import { recordPresence, useVisit } from '#state/visits-store.ts'

/** At least, between two records. */
const RECORD_INTERVAL_MS = 30_000

/**
 * Records until when a person has been at the board: a page that is open on a desk at night has
 * nobody before it. Use it once.
 */
export function usePresence(): void {
  const session = useSession()
  const clientId = useClientId(session.keyId)
  // Until the person's own key is known, their own changes would be news.
  const isKnown = useActivities(session).data !== undefined && clientId !== undefined
  const log = useActivityLog(session)
  const visit = useVisit(session)
  const record = useEffectEvent(async ({ isFresh }: { isFresh: boolean }) => {
    // What happened while nobody was there belongs before the new visit.
    const isBack = visit !== undefined && hasVisitEnded(visit.at, Date.now())
    if (isBack && !isFresh) await log?.loadNewer().catch(() => [])
    if (!log?.loaded) return
    const { activities } = log.loaded
    const others = activities.filter(({ actor }) => actor?.clientId !== clientId)
    recordPresence(session, {
      newestId: activities[0]?.id ?? '',
      isFresh,
      isNewsAfter: (id) => {
        const after = id === undefined ? [] : itemsAfter(activities, id)
        return others.some((activity) => after.includes(activity))
      },
    })
  })
  useEffect(() => {
    if (!isKnown) return
    let recordedAt = 0
    // Until the first record, which a page in the background makes when it is shown.
    let isFresh = true
    const recordNow = () => {
      if (document.visibilityState !== 'visible') return
      if (Date.now() - recordedAt < RECORD_INTERVAL_MS) return
      recordedAt = Date.now()
      void record({ isFresh })
      isFresh = false
    }
    recordNow()
    const events = ['pointerdown', 'keydown', 'visibilitychange'] as const
    for (const name of events) document.addEventListener(name, recordNow)
    return () => {
      for (const name of events) document.removeEventListener(name, recordNow)
    }
  }, [isKnown, record])
}
