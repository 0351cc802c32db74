import { laneChoices } from '#features/shared/lane-choices.ts'
import { BULK_ACTION_UNDER_WAY } from '#messages/bulk-messages.ts'
import { COLUMNS, SORT_BY, VIEW } from '#messages/common-messages.ts'
import { GROUP_BY, GROUP_NAMES } from '#messages/lane-messages.ts'
import {
  COPY_VIEW_LINK,
  DENSITY,
  DENSITY_NAMES,
  FIELD_NAMES,
  LAYOUT_NAMES,
  ON_CARDS,
  SAVE_THIS_VIEW,
  SAVED_VIEWS,
  SHOW_AS,
  SORT_NAMES,
} from '#messages/view-messages.ts'
import { WALL_DISPLAY } from '#messages/wall-messages.ts'
import {
  type Arrangement,
  DENSITIES,
  GROUPINGS,
  LAYOUTS,
  OPTIONAL_FIELDS,
  toggled,
} from '#model/arrangement.ts'
import { offeredOrders } from '#model/sort-board.ts'
import { useSession } from '#queries/access/board-access.ts'
import { useArranged, useBoardView } from '#queries/board-view/use-board-view.tsx'
import { useIsBulkActionUnderWay } from '#state/bulk-action-store.ts'
import { copyViewLink } from '#state/copy-link.ts'
import { openDialog } from '#state/dialog-store.ts'
import { isCurrentView, openView, useSavedViews } from '#state/saved-views-store.ts'
import { changeUrl, useUrlArrangement } from '#state/url.ts'
import { Menu, type MenuItem } from '#ui/Menu.tsx'

interface ViewMenuProps {
  anchor: () => Element | null
  onClose: () => void
}

/** How the visible cards are arranged. It stays open, so that several things can be chosen. */
export function ViewMenu({ anchor, onClose }: ViewMenuProps) {
  const arrangement = useUrlArrangement()
  const { layout, group, sort, hiddenColumns } = arrangement
  const columns = useBoardView()?.board.columns ?? []
  const layouts = LAYOUTS.map(
    (choice): MenuItem => ({
      id: `layout ${choice}`,
      group: SHOW_AS,
      label: LAYOUT_NAMES[choice],
      isChecked: layout === choice,
      onSelect: () => changeUrl({ layout: choice }, 'push'),
    }),
  )
  const wall: MenuItem = {
    id: 'wall',
    group: SHOW_AS,
    label: WALL_DISPLAY,
    disabledReason: useIsBulkActionUnderWay() ? BULK_ACTION_UNDER_WAY : undefined,
    onSelect: () => {
      onClose()
      changeUrl({ isWallDisplay: true }, 'push')
    },
  }
  const groups = GROUPINGS.map(
    (choice): MenuItem => ({
      id: `group ${choice}`,
      group: GROUP_BY,
      label: GROUP_NAMES[choice],
      isChecked: group === choice,
      onSelect: () => changeUrl({ group: choice, collapsedLanes: [] }, 'replace'),
    }),
  )
  const ofLanes = laneChoices(useArranged()?.lanes).map(
    ({ id, label, change }): MenuItem => ({
      id,
      group: GROUP_BY,
      label,
      onSelect: () => changeUrl(change, 'replace'),
    }),
  )
  const sorts = offeredOrders(columns, sort).map(
    (order): MenuItem => ({
      id: `sort ${order}`,
      group: SORT_BY,
      label: SORT_NAMES[order],
      isChecked: sort === order,
      onSelect: () => changeUrl({ sort: order }, 'replace'),
    }),
  )
  const visibility = columns.map(({ key, name, cards }): MenuItem => {
    const isHidden = hiddenColumns.includes(key)
    return {
      id: `column ${key}`,
      group: COLUMNS,
      label: name,
      count: cards.length,
      isChecked: !isHidden,
      isMultiple: true,
      onSelect: () => changeUrl({ hiddenColumns: toggled(hiddenColumns, key) }, 'replace'),
    }
  })
  const saved = useSavedItems(onClose)
  return (
    <Menu
      label={VIEW}
      items={[
        ...saved,
        ...layouts,
        wall,
        ...groups,
        ...ofLanes,
        ...sorts,
        ...visibility,
        ...cardItems(arrangement),
      ]}
      anchor={anchor}
      onClose={onClose}
    />
  )
}

/** How much room cards take, and what they show. */
function cardItems({ density, omittedFields }: Arrangement): MenuItem[] {
  const densities = DENSITIES.map(
    (choice): MenuItem => ({
      id: `density ${choice}`,
      group: DENSITY,
      label: DENSITY_NAMES[choice],
      isChecked: density === choice,
      onSelect: () => changeUrl({ density: choice }, 'replace'),
    }),
  )
  const fields = OPTIONAL_FIELDS.map((field): MenuItem => {
    const isOmitted = omittedFields.includes(field)
    return {
      id: `field ${field}`,
      group: ON_CARDS,
      label: FIELD_NAMES[field],
      isChecked: !isOmitted,
      isMultiple: true,
      onSelect: () => changeUrl({ omittedFields: toggled(omittedFields, field) }, 'replace'),
    }
  })
  return [...densities, ...fields]
}

/** The saved views of the board, and the ways to keep this one and to share it. */
function useSavedItems(onClose: () => void): MenuItem[] {
  const session = useSession()
  const { workspaceId } = session
  const items = useSavedViews(workspaceId).map(
    (view): MenuItem => ({
      id: `view ${view.name}`,
      group: SAVED_VIEWS,
      label: view.name,
      isChecked: isCurrentView(view),
      onSelect: () => {
        onClose()
        openView(view)
      },
    }),
  )
  const save: MenuItem = {
    id: 'save view',
    group: SAVED_VIEWS,
    label: SAVE_THIS_VIEW,
    onSelect: () => {
      onClose()
      openDialog({ type: 'views' })
    },
  }
  const copy: MenuItem = {
    id: 'copy-view',
    group: SAVED_VIEWS,
    label: COPY_VIEW_LINK,
    onSelect: () => {
      onClose()
      copyViewLink(session)
    },
  }
  return [...items, save, copy]
}
