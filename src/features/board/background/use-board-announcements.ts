import { useEffect, useRef } from 'react'
import { useOnline } from '#hooks/use-online.ts'
import { isEmptyFilter } from '#model/card-filter.ts'
import * as messages from '#model/messages/board-messages.ts'
import { cardsOfTotal } from '#model/messages/filter-messages.ts'
import { useBoardFreshness } from '#queries/board/board-query.ts'
import { useSession } from '#queries/session.ts'
import { announce } from '#state/announcer.ts'
import { useBoardUiStore } from '#state/board-ui-store.ts'
import { useUrlFilter } from '#state/url.ts'

/** After the last change of the filter. */
const FILTER_DELAY_MS = 700

/** Says what can be seen: the filter has a result, a refresh is done, the connection is back. */
export function useBoardAnnouncements(): void {
  useFilterResult()
  useRefreshed()
  useConnectionBack()
}

function useFilterResult(): void {
  const filter = useUrlFilter()
  const visible = useBoardUiStore((state) => state.shownCards?.visible)
  const total = useBoardUiStore((state) => state.shownCards?.total)
  const announced = useRef(filter)
  useEffect(() => {
    if (announced.current === filter || visible === undefined || total === undefined) return
    const timer = setTimeout(() => {
      announced.current = filter
      const isNothing = visible === 0 && !isEmptyFilter(filter)
      announce(isNothing ? messages.NO_CARDS_MATCH : cardsOfTotal(visible, total))
    }, FILTER_DELAY_MS)
    return () => clearTimeout(timer)
  }, [filter, visible, total])
}

/** Of a refresh that a person wanted. */
function useRefreshed(): void {
  const { loadedAt, hasFailed } = useBoardFreshness(useSession())
  const requestedAt = useBoardUiStore((state) => state.refreshRequestedAt)
  const answered = useRef(requestedAt)
  useEffect(() => {
    if (requestedAt === answered.current || loadedAt === undefined) return
    if (hasFailed || loadedAt < requestedAt) return
    answered.current = requestedAt
    announce(messages.REFRESHED)
  }, [requestedAt, loadedAt, hasFailed])
}

function useConnectionBack(): void {
  const isOnline = useOnline()
  const { loadedAt = 0, hasFailed } = useBoardFreshness(useSession())
  const isConnected = isOnline && !hasFailed
  /** When the connection was last seen to be lost; 0 when that was said to be over. */
  const lostAt = useRef(0)
  useEffect(() => {
    if (!isConnected) lostAt.current = Date.now()
    // Only a load confirms it.
    if (!isConnected || lostAt.current === 0 || loadedAt < lostAt.current) return
    lostAt.current = 0
    announce(messages.CONNECTED_AGAIN)
  }, [isConnected, loadedAt])
}
