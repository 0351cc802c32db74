import { type Arrangement, GROUPINGS, LAYOUTS, SORT_ORDERS } from '#model/arrangement.ts'
import { groupBy } from '#model/messages/lane-messages.ts'
import { hideColumn, selectAllVisible } from '#model/messages/selection-messages.ts'
import { SAVE_THIS_VIEW, SHOW_ALL_COLUMNS, showAs, sortBy } from '#model/messages/view-messages.ts'
import { useBoardView, useVisibleBoard } from '#queries/board-view/use-board-view.tsx'
import { selectCards } from '#state/selection-store.ts'
import { changeUrl, useUrlArrangement } from '#state/url.ts'
import { type Command, opens } from './command.ts'

/** How the cards are arranged. */
export function useViewActions(): Command[] {
  const { layout, group, sort, hiddenColumns } = useUrlArrangement()
  const columns = useBoardView()?.board.columns ?? []
  const arrange = (id: string, label: string, change: Partial<Arrangement>): Command => ({
    id,
    label,
    run: () => changeUrl(change, 'replace'),
  })
  const layouts = LAYOUTS.filter((choice) => choice !== layout).map((choice) =>
    arrange(`layout ${choice}`, showAs(choice), { layout: choice }),
  )
  const groups = GROUPINGS.filter((choice) => choice !== group).map((choice) =>
    arrange(`group ${choice}`, groupBy(choice), { group: choice }),
  )
  const sorts = SORT_ORDERS.filter((order) => order !== sort).map((order) =>
    arrange(`sort ${order}`, sortBy(order), { sort: order }),
  )
  const showAll =
    hiddenColumns.length > 0
      ? [arrange('show-columns', SHOW_ALL_COLUMNS, { hiddenColumns: [] })]
      : []
  const hide = columns
    .filter(({ key }) => !hiddenColumns.includes(key))
    .map(({ key, name }) =>
      arrange(`hide ${key}`, hideColumn(name), { hiddenColumns: [...hiddenColumns, key] }),
    )
  const all = [...layouts, ...groups, ...sorts, ...showAll, ...hide]
  return [...useSelectAll(), ...all, opens('views', SAVE_THIS_VIEW)]
}

function useSelectAll(): Command[] {
  const visible = useVisibleBoard()
  const cardIds = visible?.columns.flatMap(({ cards }) => cards.map(({ id }) => id)) ?? []
  if (cardIds.length === 0) return []
  const run = () => selectCards(cardIds)
  return [{ id: 'select-all', label: selectAllVisible(cardIds.length), run }]
}
