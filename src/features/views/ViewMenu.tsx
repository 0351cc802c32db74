import { SORT_ORDERS } from '#model/arrangement.ts'
import { SORT_NAMES, VIEW } from '#model/messages/view-messages.ts'
import { useBoardView } from '#queries/board-view/use-board-view.tsx'
import { changeUrl, useUrlArrangement } from '#state/url.ts'
import { Menu, type MenuItem } from '#ui/Menu.tsx'

interface ViewMenuProps {
  anchor: () => Element | null
  onClose: () => void
}

/** How the visible cards are arranged. It stays open, so that several things can be chosen. */
export function ViewMenu({ anchor, onClose }: ViewMenuProps) {
  const { sort, hiddenColumns } = useUrlArrangement()
  const columns = useBoardView()?.board.columns ?? []
  const sorts = SORT_ORDERS.map(
    (order): MenuItem => ({
      id: `sort ${order}`,
      group: 'Sort by',
      label: SORT_NAMES[order],
      isChecked: sort === order,
      onSelect: () => changeUrl({ sort: order }, 'replace'),
    }),
  )
  const visibility = columns.map(({ key, name, cards }): MenuItem => {
    const isHidden = hiddenColumns.includes(key)
    const others = hiddenColumns.filter((other) => other !== key)
    const change = isHidden ? others : [...others, key]
    return {
      id: `column ${key}`,
      group: 'Columns',
      label: name,
      count: cards.length,
      isChecked: !isHidden,
      isMultiple: true,
      onSelect: () => changeUrl({ hiddenColumns: change }, 'replace'),
    }
  })
  return <Menu label={VIEW} items={[...sorts, ...visibility]} anchor={anchor} onClose={onClose} />
}
