import { useEffect, useState } from 'react'
import type { Board } from '#contract/readers/read-board.ts'
import { useEffectEvent } from '#hooks/use-effect-event.ts'
import { useOnline } from '#hooks/use-online.ts'
import { cardsOfTotal, countedCards } from '#messages/filter-messages.ts'
import * as messages from '#messages/wall-messages.ts'
import { BOARD_ENTRIES, couldNotLoadLabels, missingEntries } from '#messages/warning-messages.ts'
import type { ArrangedBoard } from '#model/board-pipeline.ts'
import { isEmptyFilter } from '#model/card-filter.ts'
import { clockTime } from '#model/clock-time.ts'
import { errorMessage } from '#model/failure-message.ts'
import { filterText } from '#model/filter-text.ts'
import { useSession } from '#queries/access/board-access.ts'
import { type BoardView, useCardCounts } from '#queries/board-view/use-board-view.tsx'
import { visibleError } from '#queries/errors.ts'
import type { BoardQuery } from '#queries/feed/use-board.ts'
import { useLabels } from '#queries/labels/labels-query.ts'
import { useNow } from '#queries/use-now.ts'
import { useBoardUiStore } from '#state/board-ui-store.ts'
import { changeBulkAction, useBulkActionStore } from '#state/bulk-action-store.ts'
import { useBoardTitle } from '#state/names.ts'
import { changeUrl, useUrlArrangement, useUrlFilter } from '#state/url.ts'
import { Button } from '#ui/Button.tsx'
import { createStyles } from '#ui/create-styles.ts'
import { LabeledGroup } from '#ui/Grid.tsx'
import { shorten } from '#ui/shorten.ts'
import { useRootFontSize } from '#ui/use-root-font-size.ts'
import { useScreenWakeLock } from '#ui/use-screen-wake-lock.ts'
import { WallColumn } from './WallColumn.tsx'
import styles from './wall.css?inline'

const useStyles = createStyles(styles)

interface WallDisplayProps {
  query: BoardQuery
  view: BoardView
  arranged: ArrangedBoard
}

/** How wide a column is at least, as long as the text isn't as small as it may be. In rem. */
const COLUMN_REM = 13

/**
 * The board for a screen on a wall: as large as its columns allow, without anything to operate, and
 * without scrolling. The pointer or a key brings the way out.
 */
export function WallDisplay({ query, view, arranged }: WallDisplayProps) {
  useStyles()
  const { columns } = arranged.board
  const { collapsedColumns } = useUrlArrangement()
  const isCollapsed = (key: string) => collapsedColumns.includes(key)
  const openCount = columns.filter(({ key }) => !isCollapsed(key)).length
  useRootFontSize(`clamp(14px, min(1.4vw, ${100 / (Math.max(1, openCount) * COLUMN_REM)}vw), 48px)`)
  useScreenWakeLock()
  useLeaveByEscape()
  usePauseOfBulkAction()
  const isIdle = useIsPointerIdle()
  const now = useNow(TICK_MS)
  const totals = new Map(view.board.columns.map(({ key, cards }) => [key, cards.length]))
  return (
    <div data-wall data-idle={isIdle || undefined}>
      <div data-wall-head>
        <Title />
        <Incomplete board={view.board} />
        <Freshness query={query} />
        <Button data-leave className="pointer-coarse:min-h-[44px]" onClick={leave}>
          {messages.LEAVE_WALL_DISPLAY}
        </Button>
      </div>
      <LabeledGroup
        data-wall-columns
        aria-label={messages.WALL_DISPLAY}
        // For the arrow keys, where it is too narrow for all columns.
        tabIndex={0}
        style={{
          gridTemplateColumns: columns
            .map(({ key }) => (isCollapsed(key) ? 'max-content' : 'minmax(8rem, 1fr)'))
            .join(' '),
        }}
      >
        {columns.map((column) => (
          <WallColumn
            columns={columns}
            key={column.key}
            column={column}
            total={totals.get(column.key) ?? column.cards.length}
            isCollapsed={isCollapsed(column.key)}
            changes={view.changes}
            displayed={arranged.displayed}
            now={now}
          />
        ))}
      </LabeledGroup>
    </div>
  )
}

const TICK_MS = 10_000

function leave(): void {
  changeUrl({ isWallDisplay: false }, 'return')
}

function useLeaveByEscape(): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented) leave()
  })
  useEffect(() => {
    window.addEventListener('keydown', handleKey)
    return () => window.removeEventListener('keydown', handleKey)
  }, [handleKey])
}

/** Back and Forward can lead here in the middle of one, and nothing shows its progress here. */
function usePauseOfBulkAction(): void {
  useEffect(() => {
    const isRunning = useBulkActionStore.getState().action?.phase === 'running'
    if (isRunning) changeBulkAction({ phase: 'paused', pausedBy: 'by-person' })
  }, [])
}

const IDLE_AFTER_MS = 3_000

/** Whether the pointer has rested for a while: then it and the button are out of sight. */
function useIsPointerIdle(): boolean {
  const [isIdle, setIsIdle] = useState(false)
  useEffect(() => {
    const rest = () => setIsIdle(true)
    let timer = setTimeout(rest, IDLE_AFTER_MS)
    const wake = () => {
      setIsIdle(false)
      clearTimeout(timer)
      timer = setTimeout(rest, IDLE_AFTER_MS)
    }
    const types = ['pointermove', 'pointerdown', 'keydown'] as const
    for (const type of types) window.addEventListener(type, wake, { passive: true })
    return () => {
      clearTimeout(timer)
      for (const type of types) window.removeEventListener(type, wake)
    }
  }, [])
  return isIdle
}

/** Which board, how many cards, and what the filter leaves. */
function Title() {
  const session = useSession()
  const title = useBoardTitle(session.workspaceId)
  const counts = useCardCounts()
  const filter = useUrlFilter()
  const labels = useLabels(session).data?.labels ?? []
  return (
    <>
      <h1 dir="auto">{shorten(title)}</h1>
      <p>
        {counts &&
          (isEmptyFilter(filter)
            ? countedCards(counts.visible)
            : `${cardsOfTotal(counts.visible, counts.total)} · ${filterText(filter, labels)}`)}
      </p>
    </>
  )
}

/** What the service has and the screen doesn't show. */
function Incomplete({ board }: { board: Board }) {
  const { error, data } = useLabels(useSession())
  const labelsProblem = error && !data ? couldNotLoadLabels(errorMessage(error)) : undefined
  const texts = [missingEntries(BOARD_ENTRIES, board), labelsProblem].filter(Boolean)
  return texts.length > 0 && <p data-stale>{texts.join(' ')}</p>
}

const STALE_AFTER_MS = 60_000

/** Whether the screen shows what the service has: nobody is there to notice that it doesn't. */
function Freshness({ query }: { query: BoardQuery }) {
  const isOnline = useOnline()
  const error = visibleError(query)
  const isLive = useBoardUiStore((state) => state.isLive)
  const loadedAt = query.data?.loadedAt ?? 0
  const time = clockTime(loadedAt)
  const isOld = !isLive && Date.now() - loadedAt > STALE_AFTER_MS
  if (!isOnline || error || isOld) {
    const reason = error ? shorten(errorMessage(error)) : ''
    return (
      <p role="status" data-stale>
        {messages.notUpToDate(time, isOnline ? reason : messages.NO_CONNECTION)}
      </p>
    )
  }
  return <p data-fresh>{isLive ? messages.LIVE : messages.asOf(time)}</p>
}
