import { laneChoices } from '#features/shared/lane-choices.ts'
import { groupBy } from '#messages/lane-messages.ts'
import { collapseLabel, hideColumn, selectAllVisible } from '#messages/selection-messages.ts'
import {
  COPY_VIEW_LINK,
  cardsInDensity,
  EXPAND_ALL,
  hideOlderCards,
  SAVE_THIS_VIEW,
  SHOW_ALL_COLUMNS,
  showAs,
  showOlderCards,
  showOrHideField,
  sortBy,
} from '#messages/view-messages.ts'
import { WALL_DISPLAY } from '#messages/wall-messages.ts'
import {
  type Arrangement,
  DENSITIES,
  GROUPINGS,
  LAYOUTS,
  type OlderCards,
  OPTIONAL_FIELDS,
  toggled,
} from '#model/arrangement.ts'
import { countCards } from '#model/board-lookup.ts'
import { joinOlderCards, type OlderCardsOfColumn } from '#model/older-cards.ts'
import { offeredOrders } from '#model/sort-board.ts'
import { useSession } from '#queries/access/board-access.ts'
import { useArranged, useBoardView, useVisibleBoard } from '#queries/board-view/use-board-view.tsx'
import { useIsBulkActionUnderWay } from '#state/bulk-action-store.ts'
import { copyViewLink } from '#state/copy-link.ts'
import { foldOlderCards, unfoldOlderCards } from '#state/fold-older-cards.ts'
import { selectCards } from '#state/selection-store.ts'
import { changeUrl, useUrlArrangement } from '#state/url.ts'
import { type Command, opens } from './command.ts'

/** How the cards are arranged. */
export function useViewActions(): Command[] {
  const {
    layout,
    group,
    sort,
    hiddenColumns,
    collapsedColumns,
    olderCards,
    density,
    omittedFields,
  } = useUrlArrangement()
  const columns = useBoardView()?.board.columns ?? []
  const arrange = (id: string, label: string, change: Partial<Arrangement>): Command => ({
    id,
    label,
    run: () => changeUrl(change, 'replace'),
  })
  const layouts = LAYOUTS.filter((choice) => choice !== layout).map((choice) =>
    arrange(`layout ${choice}`, showAs(choice), { layout: choice }),
  )
  const wall: Command = {
    id: 'wall',
    label: WALL_DISPLAY,
    run: () => changeUrl({ isWallDisplay: true }, 'push'),
  }
  const isBusy = useIsBulkActionUnderWay()
  const groups = GROUPINGS.filter((choice) => choice !== group).map((choice) =>
    arrange(`group ${choice}`, groupBy(choice), { group: choice, collapsedLanes: [] }),
  )
  const sorts = offeredOrders(columns, sort)
    .filter((order) => order !== sort)
    .map((order) => arrange(`sort ${order}`, sortBy(order), { sort: order }))
  const showAll =
    hiddenColumns.length > 0
      ? [arrange('show-columns', SHOW_ALL_COLUMNS, { hiddenColumns: [] })]
      : []
  const hide = columns
    .filter(({ key }) => !hiddenColumns.includes(key))
    .map(({ key, name }) =>
      ofOneColumn(
        arrange(`hide ${key}`, hideColumn(name), { hiddenColumns: [...hiddenColumns, key] }),
      ),
    )
  const expandAll =
    collapsedColumns.length > 0 ? [arrange('expand', EXPAND_ALL, { collapsedColumns: [] })] : []
  const collapse = columns
    .filter(({ key }) => !collapsedColumns.includes(key))
    .map(({ key, name }) =>
      ofOneColumn(
        arrange(`collapse ${key}`, collapseLabel(name), {
          collapsedColumns: [...collapsedColumns, key],
        }),
      ),
    )
  const { older: olderCardsOf, lanes } = useArranged() ?? {}
  const ofLanes = laneChoices(lanes).map(({ id, label, change }) => arrange(id, label, change))
  const older = olderCardsAction(olderCards, joinOlderCards([...(olderCardsOf?.values() ?? [])]))
  const densities = DENSITIES.filter((choice) => choice !== density).map((choice) =>
    arrange(`density ${choice}`, cardsInDensity(choice), { density: choice }),
  )
  const fields = OPTIONAL_FIELDS.map((field) =>
    arrange(`field ${field}`, showOrHideField(field, omittedFields.includes(field)), {
      omittedFields: toggled(omittedFields, field),
    }),
  )
  const ofColumns = [...showAll, ...hide, ...expandAll, ...collapse, ...ofLanes, ...older]
  const all = [
    ...layouts,
    ...(isBusy ? [] : [wall]),
    ...groups,
    ...sorts,
    ...ofColumns,
    ...densities,
    ...fields,
  ]
  const session = useSession()
  const copy = { id: 'copy-view', label: COPY_VIEW_LINK, run: () => copyViewLink(session) }
  return [...useSelectAll(), ...all, opens('views', SAVE_THIS_VIEW), copy]
}

function ofOneColumn(command: Command): Command {
  return { ...command, isSearchedOnly: true }
}

function useSelectAll(): Command[] {
  const visible = useVisibleBoard()
  const count = visible ? countCards(visible) : 0
  if (!visible || count === 0) return []
  const run = () => selectCards(visible.columns.flatMap(({ cards }) => cards.map(({ id }) => id)))
  return [{ id: 'select-all', label: selectAllVisible(count), run }]
}

/** The other way, on boards that have older cards. */
function olderCardsAction(mode: OlderCards, older: OlderCardsOfColumn | undefined): Command[] {
  if (!older) return []
  const { cardIds } = older
  const action =
    mode === 'shown'
      ? { label: hideOlderCards(cardIds.size), run: foldOlderCards }
      : { label: showOlderCards(cardIds.size), run: () => unfoldOlderCards(cardIds) }
  return [{ id: 'older', ...action }]
}
