import { useEffect, useRef } from 'react'
import { useAfterPause } from '#hooks/use-after-pause.ts'
import { useEffectEvent } from '#hooks/use-effect-event.ts'
import { useOnline } from '#hooks/use-online.ts'
import * as messages from '#messages/board-status-messages.ts'
import { boardLoaded, cardsOfTotal } from '#messages/filter-messages.ts'
import { arrangementText } from '#model/arrangement-text.ts'
import { isEmptyFilter } from '#model/card-filter.ts'
import { useSession } from '#queries/access/board-access.ts'
import {
  useCardCounts,
  useHiddenColumnCount,
  useIsFilterApplied,
} from '#queries/board-view/use-board-view.tsx'
import { useFilterWaitsForLabels } from '#queries/board-view/use-filter-waits-for-labels.ts'
import { useBoardFreshness } from '#queries/feed/use-board.ts'
import { announce, useAnnouncer } from '#state/announcer.ts'
import { useUrlArrangement, useUrlFilter } from '#state/url.ts'

/**
 * Says what can be seen: the board is there, the filter has a result, a refresh is done, the
 * connection is back.
 */
export function useBoardAnnouncements(): void {
  useBoardLoaded()
  useFilterResult()
  useArrangementResult()
  useConnectionBack()
}

/** After the load, so that the cards are counted and the title of the page has been read. */
const LOADED_DELAY_MS = 300

function useBoardLoaded(): void {
  const counts = useCardCounts()
  const isLoaded = counts !== undefined
  const announceLoaded = useEffectEvent(() => {
    // Who has done something already knows, and must hear what came of it.
    const isNew = useAnnouncer.getState().text === ''
    if (counts && isNew) announce(boardLoaded(counts.total))
  })
  useEffect(() => {
    if (!isLoaded) return
    const timer = setTimeout(announceLoaded, LOADED_DELAY_MS)
    return () => clearTimeout(timer)
  }, [isLoaded, announceLoaded])
}

function useFilterResult(): void {
  const filter = useUrlFilter()
  const counts = useCardCounts()
  const isApplied = useIsFilterApplied()
  const isWaiting = useFilterWaitsForLabels()
  const announceResult = () => {
    if (!counts) return
    const { visible, total } = counts
    const isNothing = visible === 0 && !isEmptyFilter(filter)
    announce(isNothing ? messages.NO_CARDS_MATCH : cardsOfTotal(visible, total))
  }
  useAfterPause(filter, announceResult, isApplied && !isWaiting)
}

function useArrangementResult(): void {
  const arrangement = useUrlArrangement()
  const hiddenCount = useHiddenColumnCount()
  const announced = useRef(arrangement)
  useAfterPause(arrangement, () => {
    announce(arrangementText(arrangement, announced.current, hiddenCount))
    announced.current = arrangement
  })
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
