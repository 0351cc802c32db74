import { SWITCH_BOARD } from '#messages/board-messages.ts'
import * as messages from '#messages/board-status-messages.ts'
import { SHOW_ALL_CARDS } from '#messages/common-messages.ts'
import { EMPTY_FILTER, isEmptyFilter } from '#model/card-filter.ts'
import { useFilterWaitsForLabels } from '#queries/board-view/use-filter-waits-for-labels.ts'
import { requestFilterFocus } from '#state/board-ui-store.ts'
import { openDialog } from '#state/dialog-store.ts'
import { changeUrl, useUrlFilter } from '#state/url.ts'
import { Button } from '#ui/Button.tsx'

interface EmptyBoardMessageProps {
  /** Cards on the board. */
  total: number
  columns: number
}

/** In the middle of a board that shows no card, where it moves nothing. */
export function EmptyBoardMessage({ total, columns }: EmptyBoardMessageProps) {
  const isFiltered = !isEmptyFilter(useUrlFilter())
  const isWaiting = useFilterWaitsForLabels()
  if (total > 0 && isWaiting) return null
  const message = total > 0 ? hiddenMessage(isFiltered) : emptyMessage(columns)
  return (
    <div className="pointer-events-none absolute inset-x-0 top-1/3 z-1 grid place-items-center p-4">
      <div className="pointer-events-auto flex flex-col items-center gap-3 rounded-xl border border-line bg-raised px-8 py-6 text-center">
        <p>{message}</p>
        {total === 0 && columns > 0 && (
          <p className="max-w-80 text-ink-soft">{messages.HOW_CARDS_ARRIVE}</p>
        )}
        {total > 0 ? (
          <Button onClick={showAllCards}>{SHOW_ALL_CARDS}</Button>
        ) : (
          <Button onClick={() => openDialog({ type: 'workspaces', isByKey: false })}>
            {SWITCH_BOARD}
          </Button>
        )}
      </div>
    </div>
  )
}

/** The button goes away, so the focus goes to the field. */
function showAllCards(): void {
  changeUrl(
    { ...EMPTY_FILTER, hiddenColumns: [], collapsedColumns: [], collapsedLanes: [] },
    'replace',
  )
  requestFilterFocus()
}

function hiddenMessage(isFiltered: boolean): string {
  return isFiltered ? messages.NO_CARDS_MATCH : messages.ALL_CARDS_HIDDEN
}

function emptyMessage(columns: number): string {
  return columns === 0 ? messages.NO_COLUMNS : messages.NO_CARDS
}
