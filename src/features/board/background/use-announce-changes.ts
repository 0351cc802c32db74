import { useEffect, useRef } from 'react'
import type { Activity } from '#contract/readers/read-activity.ts'
import { isBoardOnScreen } from '#features/shared/message-on-board.ts'
import { useEffectEvent } from '#hooks/use-effect-event.ts'
import { by } from '#messages/activity-entry-messages.ts'
import { useSession } from '#queries/access/board-access.ts'
import { useClientId } from '#queries/activity/use-activities.ts'
import { useNewActivities } from '#queries/activity/use-new-activities.ts'
import type { BoardView } from '#queries/board-view/use-board-view.tsx'
import type { TimedCardDiff } from '#queries/feed/loaded-board.ts'
import { useBoardFeed } from '#queries/feed/use-board.ts'
import { showToast, useToastStore } from '#state/toast-store.ts'
import { activityOf, describeChanges } from '../activity/describe-changes.ts'

/** At least, between two announcements of what others have changed. */
const ANNOUNCE_INTERVAL_MS = 3_000

/** One toast says all that others change as long as it's there. */
const BY_OTHERS = 'others'

interface Announced {
  toastId: number
  diffs: readonly TimedCardDiff[]
  activities: readonly Activity[]
}

const NOTHING: Announced = { toastId: 0, diffs: [], activities: [] }

/**
 * Announces what the repository or other people changed, and by whom where the service tells it. It
 * is never reported as an error.
 */
export function useAnnounceChanges(changes: BoardView['changes'] | undefined): void {
  const session = useSession()
  const feed = useBoardFeed(session)
  const clientId = useClientId(session.keyId)
  const newActivities = useNewActivities(session)
  const announcedUntil = useRef(0)
  const announcedAt = useRef(Number.NEGATIVE_INFINITY)
  const last = useRef(NOTHING)
  const tell = useEffectEvent(async (diffs: readonly TimedCardDiff[]) => {
    const found = await newActivities()
    feed.remark(marksWithNames(diffs, found))
    // The person can have opened another board meanwhile.
    if (!isBoardOnScreen(session)) return
    const { toasts } = useToastStore.getState()
    const isShown = toasts.some(({ id }) => id === last.current.toastId)
    const before = isShown ? last.current : NOTHING
    const all = {
      diffs: [...before.diffs, ...diffs],
      activities: [...new Set([...found, ...before.activities])],
    }
    const text = describeChanges(all.diffs, all.activities, clientId)
    last.current = { ...all, toastId: showToast(text, 'info', { about: BY_OTHERS }) }
  })
  useEffect(() => {
    const diffs = [...(changes?.values() ?? [])].filter(
      (diff) => diff.requestedAt > announcedUntil.current,
    )
    if (diffs.length === 0) return
    const announceNow = () => {
      announcedAt.current = performance.now()
      announcedUntil.current = Math.max(...diffs.map((diff) => diff.requestedAt))
      void tell(diffs)
    }
    const waitMs = announcedAt.current + ANNOUNCE_INTERVAL_MS - performance.now()
    if (waitMs <= 0) return announceNow()
    // Until then, more of them can come, for the same summary.
    const timer = setTimeout(announceNow, waitMs)
    return () => clearTimeout(timer)
  }, [changes, tell])
}

/** By the ids of the cards. */
function marksWithNames(
  diffs: readonly TimedCardDiff[],
  activities: readonly Activity[],
): Map<string, string> {
  return new Map(
    diffs.flatMap((diff) => {
      const name = activityOf(diff, activities)?.actor?.name
      return name === undefined ? [] : [[diff.cardId, by(diff.mark, [name])] as const]
    }),
  )
}
