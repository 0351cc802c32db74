import * as messages from '#messages/view-messages.ts'
import { useHiddenColumnCount } from '#queries/board-view/use-board-view.tsx'
import { changeUrl, useUrlArrangement } from '#state/url.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'

/** That what a person sees is not what the service sends, and how to see that. */
export function ArrangementNote() {
  const { sort } = useUrlArrangement()
  const hidden = useHiddenColumnCount()
  const isSorted = sort !== 'service'
  const isHiding = hidden > 0
  if (!isSorted && !isHiding) return null
  return (
    <Banner
      tone="info"
      actions={
        <div className="flex flex-wrap gap-2">
          {isSorted && (
            <Button onClick={() => changeUrl({ sort: 'service' }, 'replace')}>
              {messages.USE_SERVICE_ORDER}
            </Button>
          )}
          {isHiding && (
            <Button onClick={() => changeUrl({ hiddenColumns: [] }, 'replace')}>
              {messages.SHOW_ALL_COLUMNS}
            </Button>
          )}
        </div>
      }
    >
      {isSorted && messages.yourSorting(sort)} {isHiding && messages.hiddenColumns(hidden)}
    </Banner>
  )
}
