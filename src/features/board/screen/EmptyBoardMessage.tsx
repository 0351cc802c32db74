import { EMPTY_FILTER } from '#model/card-filter.ts'
import * as messages from '#model/messages/board-status-messages.ts'
import { requestFilterFocus } from '#state/board-ui-store.ts'
import { openDialog } from '#state/dialog-store.ts'
import { changeUrl } from '#state/url.ts'
import { Button } from '#ui/Button.tsx'

interface EmptyBoardMessageProps {
  /** Cards on the board. */
  total: number
  columns: number
}

/** In the middle of a board that shows no card, where it moves nothing. */
export function EmptyBoardMessage({ total, columns }: EmptyBoardMessageProps) {
  const message = emptyMessage(total, columns)
  return (
    <div className="pointer-events-none absolute inset-x-0 top-1/3 z-1 grid place-items-center p-4">
      <div className="pointer-events-auto flex flex-col items-center gap-3 rounded-xl border border-line bg-raised px-8 py-6 text-center">
        <p>{message}</p>
        {message === messages.NO_CARDS_MATCH && (
          <Button onClick={clearFilters}>Show all cards</Button>
        )}
        {message !== messages.NO_CARDS_MATCH && (
          <Button onClick={() => openDialog({ type: 'workspaces', isByKey: false })}>
            Switch board
          </Button>
        )}
      </div>
    </div>
  )
}

/** The button goes away, so the focus goes to the field. */
function clearFilters(): void {
  changeUrl({ ...EMPTY_FILTER, hiddenColumns: [] }, 'replace')
  requestFilterFocus()
}

function emptyMessage(total: number, columns: number): string {
  if (columns === 0) return messages.NO_COLUMNS
  return total === 0 ? messages.NO_CARDS : messages.NO_CARDS_MATCH
}
