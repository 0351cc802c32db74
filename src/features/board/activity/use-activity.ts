import { useEffect, useMemo, useRef, useState } from 'react'
import { isBoardOnScreen } from '#features/shared/message-on-board.ts'
import { type CardDiff, diffSummary } from '#model/board-diff.ts'
import type { BoardSession } from '#model/board-ref.ts'
import { followedCardIds } from '#model/followed-cards.ts'
import { useSession } from '#queries/access/board-access.ts'
import { useBoardView } from '#queries/board-view/use-board-view.tsx'
import type { TimedCardDiff } from '#queries/feed/loaded-board.ts'
import { useBoardData } from '#queries/feed/use-board.ts'
import { useStableValue } from '#queries/use-stable-value.ts'
import {
  addUnseen,
  clearUnseen,
  recordActivity,
  sessionKey,
  useActivityStore,
} from '#state/activity-store.ts'
import { useFollows, useFollowsStore } from '#state/follows-store.ts'
import { useBoardTitle } from '#state/names.ts'
import { notify } from '#ui/system-notification.ts'
import { showCard } from '../focus/show-card.ts'

/** The ids of the followed cards of the open board. The same set as long as they are the same. */
export function useFollowedIds(): ReadonlySet<string> {
  const { workspaceId } = useSession()
  const follows = useFollows(workspaceId)
  const board = useBoardView()?.board
  const ids = useMemo(() => (board ? followedCardIds(board, follows) : []), [board, follows])
  const stableIds = useStableValue(ids)
  return useMemo(() => new Set(stableIds), [stableIds])
}

/**
 * Records what others change. Unless it's `quiet`, it also counts and notifies of what a person
 * follows while they are elsewhere. Use it once.
 */
export function useActivity(isQuiet: boolean): void {
  const session = useSession()
  const title = useBoardTitle(session.workspaceId)
  const changes = useBoardView()?.changes
  // The tab that has loaded the board reports: a change by another tab can be the person's own.
  const isFromOtherTab = useBoardData(session)?.isFromOtherTab === true
  const [report] = useState(createReport)
  const followed = useFollowedIds()
  // A card that has left the board, or the person, was followed before.
  const followedBefore = useRef(followed)
  useEffect(() => {
    const before = followedBefore.current
    followedBefore.current = followed
    const diffs = newDiffs(session, changes)
    if (diffs.length === 0) return
    const isFollowed = (cardId: string) => followed.has(cardId) || before.has(cardId)
    const { keyId, workspaceId } = session
    recordActivity(
      diffs.map(({ cardId, message }) => ({
        board: { keyId, workspaceId },
        cardId,
        at: Date.now(),
        message,
        isOwn: false,
        isFollowed: isFollowed(cardId),
      })),
    )
    const news = diffs.filter(({ cardId }) => isFollowed(cardId))
    const isSilent = document.hasFocus() || isQuiet || isFromOtherTab
    if (news.length > 0 && !isSilent) report(session, title, news)
  }, [session, title, changes, followed, isQuiet, isFromOtherTab, report])
  useEffect(() => {
    window.addEventListener('focus', clearUnseen)
    return () => window.removeEventListener('focus', clearUnseen)
  }, [])
}

/** Those that are not recorded yet, in the order of the loads. */
function newDiffs(
  session: BoardSession,
  changes: ReadonlyMap<string, TimedCardDiff> | undefined,
): TimedCardDiff[] {
  const key = sessionKey(session)
  const all = useActivityStore.getState().recordedUntil
  const recordedUntil = all[key] ?? 0
  const diffs = [...(changes?.values() ?? [])].filter(
    ({ requestedAt }) => requestedAt > recordedUntil,
  )
  const latest = Math.max(recordedUntil, ...diffs.map(({ requestedAt }) => requestedAt))
  if (diffs.length > 0) useActivityStore.setState({ recordedUntil: { ...all, [key]: latest } })
  return diffs.toSorted((a, b) => a.requestedAt - b.requestedAt)
}

/** At least, between two notifications. */
const NOTIFY_INTERVAL_MS = 5_000

/** Counts at once, and notifies of all changes of a while together. */
function createReport() {
  let waiting: CardDiff[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  return (session: BoardSession, title: string, news: readonly CardDiff[]): void => {
    addUnseen(news.length)
    if (!useFollowsStore.getState().isNotifying) return
    waiting.push(...news)
    const notifyNow = () => {
      timer = undefined
      const batch = waiting
      waiting = []
      const [first] = batch
      if (!first || document.hasFocus()) return
      notify(title, {
        body: diffSummary(batch),
        tag: sessionKey(session),
        onClick: () => showCardOf(session, first.cardId),
      })
      timer = setTimeout(notifyNow, NOTIFY_INTERVAL_MS)
    }
    if (timer === undefined) notifyNow()
  }
}

/** Another board may be open by then. */
function showCardOf(session: BoardSession, cardId: string): void {
  if (isBoardOnScreen(session)) showCard(cardId)
}
