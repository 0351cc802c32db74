import { CLEAR_FILTERS } from '#messages/common-messages.ts'
import { cardsOfTotal } from '#messages/filter-messages.ts'
import { EMPTY_FILTER, isEmptyFilter } from '#model/card-filter.ts'
import { useArranged, useCardCounts } from '#queries/board-view/use-board-view.tsx'
import { useFilterWaitsForLabels } from '#queries/board-view/use-filter-waits-for-labels.ts'
import { useUrl } from '#state/url.ts'
import { Button } from '#ui/Button.tsx'
import { createStyles } from '#ui/create-styles.ts'
import styles from './active-filters.css?inline'
import { changeFilter } from './change-filter.ts'

const useStyles = createStyles(styles)

/**
 * It takes the room that the header has left: the header keeps its height. Where that is little,
 * its styles put it at the end of the field.
 */
const BAR = 'flex w-0 grow items-center gap-1'

/** How many cards the filter shows, and how to end it. `FilterChips` has what it asks for. */
export function ActiveFilters() {
  const filter = useUrl()
  const counts = useCardCounts()
  // The cards follow the field: until then, all of them are counted.
  const applied = useArranged()?.filter
  const isWaiting = useFilterWaitsForLabels()
  const isFiltered = applied !== undefined && !isEmptyFilter(applied) && !isWaiting
  useStyles(!isEmptyFilter(filter))
  if (isEmptyFilter(filter)) return null
  return (
    <div className={BAR} data-active-filters>
      {counts && counts.total > 0 && isFiltered && (
        <span className="whitespace-nowrap px-1 text-ink-soft text-xs">
          {cardsOfTotal(counts.visible, counts.total)}
        </span>
      )}
      <Button
        kind="quiet"
        data-clear
        data-tip={CLEAR_FILTERS}
        onClick={() => changeFilter(EMPTY_FILTER)}
      >
        {CLEAR_FILTERS}
      </Button>
    </div>
  )
}
