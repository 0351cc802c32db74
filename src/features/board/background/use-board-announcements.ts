import { useEffect, useRef } from 'react'
import { useOnline } from '#hooks/use-online.ts'
import { isEmptyFilter } from '#model/card-filter.ts'
import * as messages from '#model/messages/board-messages.ts'
import { cardsOfTotal } from '#model/messages/filter-messages.ts'
import { useBoardFreshness } from '#queries/board/board-query.ts'
import { useSession } from '#queries/session.ts'
import { announce } from '#state/announcer.ts'
import { useBoardUiStore } from '#state/board-ui-store.ts'
import { useBoardTitle } from '#state/preferences-store.ts'
import { useUrlFilter } from '#state/url.ts'

/** After the last change of the filter. */
const FILTER_DELAY_MS = 700

/** Says what can be seen: the board is there, the filter has a result, the connection is back. */
export function useBoardAnnouncements(): void {
  useBoardOpened()
  useFilterResult()
  useRefreshed()
  useConnectionBack()
}

/** The first board of the page is its title already. */
function useBoardOpened(): void {
  const { workspaceId } = useSession()
  const title = useBoardTitle(workspaceId)
  const total = useBoardUiStore((state) => state.shownCards?.total)
  const opened = useRef(workspaceId)
  useEffect(() => {
    if (opened.current === workspaceId || total === undefined) return
    opened.current = workspaceId
    announce(messages.boardOpened(title, total))
  }, [workspaceId, title, total])
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
  const { hasFailed } = useBoardFreshness(useSession())
  const isConnected = isOnline && !hasFailed
  const wasConnected = useRef(isConnected)
  useEffect(() => {
    if (isConnected && !wasConnected.current) announce(messages.CONNECTED_AGAIN)
    wasConnected.current = isConnected
  }, [isConnected])
}
