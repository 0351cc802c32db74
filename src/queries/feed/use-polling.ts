import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ApiError } from '#client/api-error.ts'
import { readBoardFacts } from '#contract/readers/read-card-repository.ts'
import type { BoardSession } from '#model/board-ref.ts'
import { setBoardLive, useBoardUiStore } from '#state/board-ui-store.ts'
import { useHasPendingWrites } from '../writes/pending-writes.ts'
import { useBoardFeed } from './use-board.ts'
import { useLiveBoard } from './use-live-board.ts'

const POLL_MS = 15_000
const POLL_AFTER_LOSS_MS = 1_000
const POLL_AFTER_ERROR_MS = 60_000
const AWAY_STATUSES: readonly number[] = [502, 503, 504]

/**
 * Polls the board of the screen. Use it once, in a component that shows nothing: it renders for
 * each load, drag, and write. No polling during a drag, and none while the service reports changes
 * itself. [gap G21] [gap G27]
 */
export function usePolling(session: BoardSession): void {
  const isDragging = useBoardUiStore((state) => state.draggedCard !== null)
  const isWriting = useHasPendingWrites()
  const isLive = useLiveBoard(session, !isDragging && !isWriting)
  const { data } = useQuery({
    ...useBoardFeed(session).options,
    refetchOnMount: false,
    retryOnMount: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    refetchInterval: (query) => {
      if (isDragging || isLive || !navigator.onLine) return false
      return pollInterval(query.state.error, query.state.data?.isLive) * (0.9 + Math.random() / 5)
    },
    refetchIntervalInBackground: false,
  })
  // A service that can't follow its repository reports no change of it.
  const hasProblem = readBoardFacts(data?.board.facts).problem !== undefined
  useEffect(() => {
    setBoardLive(isLive && !hasProblem)
    return () => setBoardLive(false)
  }, [isLive, hasProblem])
}

/**
 * Time between two polls, in milliseconds. A service that has responded with an error gets a pause.
 * One that is away may come back, also when a proxy says that it is away.
 */
export function pollInterval(error: ApiError | null, wasLive = false): number {
  if (error === null) return POLL_MS
  // As soon as the service is back, the board is live again.
  const awayMs = wasLive ? POLL_AFTER_LOSS_MS : POLL_MS
  if (error.type === 'network') return awayMs
  const isAway = AWAY_STATUSES.includes(error.status)
  return isAway ? Math.max(awayMs, error.retryAfter ?? 0) : POLL_AFTER_ERROR_MS
}
