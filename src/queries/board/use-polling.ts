import { useQuery } from '@tanstack/react-query'
import type { ApiError } from '#client/api-error.ts'
import type { BoardSession } from '#model/board-ref.ts'
import { useBoardUiStore } from '#state/board-ui-store.ts'
import { boardOptions } from './board-query.ts'

const POLL_MS = 15_000
const POLL_AFTER_ERROR_MS = 60_000
const AWAY_STATUSES: readonly number[] = [502, 503, 504]

/**
 * Polls the board of the screen. Use it once, in a component that shows nothing: it renders for
 * each load and each drag. No polling during a drag. [gap G21]
 */
export function usePolling(session: BoardSession): void {
  const isDragging = useBoardUiStore((state) => state.draggedCard !== null)
  useQuery({
    ...boardOptions(session),
    refetchOnMount: false,
    retryOnMount: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    refetchInterval: (query) => {
      if (isDragging || !navigator.onLine) return false
      return pollInterval(query.state.error) * (0.9 + Math.random() / 5)
    },
    refetchIntervalInBackground: false,
  })
}

/**
 * Time between two polls, in milliseconds. A service that has responded with an error gets a pause.
 * One that is away may come back, also when a proxy says that it is away.
 */
export function pollInterval(error: ApiError | null): number {
  if (error === null || error.type === 'network') return POLL_MS
  const isAway = AWAY_STATUSES.includes(error.status)
  return isAway ? Math.max(POLL_MS, error.retryAfter ?? 0) : POLL_AFTER_ERROR_MS
}
