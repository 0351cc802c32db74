import { useEffect, useMemo, useRef } from 'react'
import { diffSummary } from '#model/board-diff.ts'
import { followedCardIds } from '#model/followed-cards.ts'
import { useSession } from '#queries/access/board-access.ts'
import type { TimedCardDiff } from '#queries/board/loaded-board.ts'
import { useBoardView } from '#queries/board-view/use-board-view.tsx'
import { addUnseen, clearUnseen, recordActivity, useActivityStore } from '#state/activity-store.ts'
import { useFollows, useFollowsStore } from '#state/follows-store.ts'
import { useBoardTitle } from '#state/preferences-store.ts'
import { notify } from '#ui/system-notification.ts'
import { showCard } from '../focus/show-card.ts'

/** The ids of the followed cards of the open board. */
export function useFollowedIds(): ReadonlySet<string> {
  const { workspaceId } = useSession()
  const follows = useFollows(workspaceId)
  const board = useBoardView()?.board
  return useMemo(() => (board ? followedCardIds(board, follows) : NONE), [board, follows])
}

const NONE: ReadonlySet<string> = new Set()

/**
 * Records what others change, and counts and notifies of what a person follows while they are
 * elsewhere. Use it once.
 */
export function useActivity(): void {
  const session = useSession()
  const title = useBoardTitle(session.workspaceId)
  const changes = useBoardView()?.changes
  const followed = useFollowedIds()
  // A card that has left the board, or the person, was followed before.
  const followedBefore = useRef(followed)
  useEffect(() => {
    const before = followedBefore.current
    followedBefore.current = followed
    const diffs = newDiffs(changes)
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
    if (news.length > 0 && !document.hasFocus()) report(title, news)
  }, [session, title, changes, followed])
  useEffect(() => {
    window.addEventListener('focus', clearUnseen)
    return () => window.removeEventListener('focus', clearUnseen)
  }, [])
}

/** Those that are not recorded yet, in the order of the loads. */
function newDiffs(changes: ReadonlyMap<string, TimedCardDiff> | undefined): TimedCardDiff[] {
  const { recordedUntil } = useActivityStore.getState()
  const diffs = [...(changes?.values() ?? [])].filter(
    ({ requestedAt }) => requestedAt > recordedUntil,
  )
  const latest = Math.max(recordedUntil, ...diffs.map(({ requestedAt }) => requestedAt))
  useActivityStore.setState({ recordedUntil: latest })
  return diffs.toSorted((a, b) => a.requestedAt - b.requestedAt)
}

function report(title: string, news: readonly TimedCardDiff[]): void {
  addUnseen(news.length)
  const [first] = news
  if (!first || !useFollowsStore.getState().isNotifying) return
  notify(title, {
    body: diffSummary(news),
    tag: first.cardId,
    onClick: () => showCard(first.cardId),
  })
}
