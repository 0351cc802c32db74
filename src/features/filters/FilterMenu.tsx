import { useMemo } from 'react'
import { boardPriorities } from '#model/board-priorities.ts'
import { EMPTY_FILTER, isEmptyFilter } from '#model/card-filter.ts'
import { type FilterCounts, filterCounts } from '#model/filter-counts.ts'
import { noMatch } from '#model/messages/app-messages.ts'
import { unresolvedLabelName } from '#model/messages/card-messages.ts'
import { useLabels } from '#queries/labels/labels-query.ts'
import { useLabelIndex } from '#queries/labels/use-label-index.ts'
import { useSession } from '#queries/session.ts'
import { useBoardView } from '#queries/use-board-view.tsx'
import { openDialog } from '#state/dialog-store.ts'
import { changeUrl, useUrl, useUrlFilter } from '#state/url.ts'
import type { UrlState } from '#state/url-state.ts'
import { Menu, type MenuItem } from '#ui/Menu.tsx'

interface FilterMenuProps {
  anchor: () => Element | null
  onClose: () => void
}

const MENU_FILTER = {
  label: 'Find a filter',
  emptyMessage: (filter: string) => noMatch('priority, person, or label', filter),
}

/** Chooses the visible priorities and labels. It stays open, so that several can be chosen. */
export function FilterMenu({ anchor, onClose }: FilterMenuProps) {
  const counts = useFilterCounts()
  const priorities = usePriorityItems(counts)
  const assignees = useAssigneeItems(counts)
  const labels = useLabelItems(counts)
  const isFiltered = !isEmptyFilter(useUrlFilter())
  const clear: MenuItem = {
    id: 'clear',
    label: 'Clear filters',
    onSelect: () => {
      onClose()
      changeUrl(EMPTY_FILTER, 'replace')
    },
  }
  const bulkLabel: MenuItem = {
    id: 'bulk-label',
    group: 'Visible cards',
    label: 'Label visible cards…',
    onSelect: () => {
      onClose()
      openDialog({ type: 'bulk-label' })
    },
  }
  const filters = [...priorities, ...assignees, ...labels]
  const items = [...(isFiltered ? [clear] : []), ...filters, bulkLabel]
  return (
    <Menu label="Filter" filter={MENU_FILTER} items={items} anchor={anchor} onClose={onClose} />
  )
}

/** Values in the URL are offered even when no card has them, so that they can be removed. */
function usePriorityItems(counts: FilterCounts): MenuItem[] {
  const { priorities } = useUrl()
  const view = useBoardView()
  const present = view ? boardPriorities(view.board) : []
  return [...new Set([...present, ...priorities])].map((priority) =>
    filterItem({
      id: `priority ${priority}`,
      group: 'Priority',
      label: priority,
      sign: <span data-priority={priority} />,
      count: counts.priorities.get(priority) ?? 0,
      isChecked: priorities.includes(priority),
      change: { priorities: toggle(priorities, priority) },
    }),
  )
}

/** The text of the filter finds people: one name at a time. */
function useAssigneeItems({ assignees }: FilterCounts): MenuItem[] {
  const { text } = useUrl()
  return [...assignees].map(([name, count]) => {
    const isChecked = text === name
    return filterItem({
      id: `assignee ${name}`,
      group: 'Assignee',
      label: name,
      count,
      isChecked,
      change: { text: isChecked ? '' : name },
    })
  })
}

/** How many cards of the board have each priority, assignee, and label. */
function useFilterCounts(): FilterCounts {
  const board = useBoardView()?.board
  const labels = useLabelIndex()
  return useMemo(() => filterCounts(board, labels), [board, labels])
}

function useLabelItems(counts: FilterCounts): MenuItem[] {
  const { labelIds } = useUrl()
  const labels = useLabels(useSession()).data?.labels ?? []
  const knownIds = new Set(labels.map((label) => label.id))
  const unknown = labelIds
    .filter((id) => !knownIds.has(id))
    .map((id) => ({ id, name: unresolvedLabelName(id, true), color: '' }))
  return [...labels, ...unknown].map(({ id, name, color }) =>
    filterItem({
      id: `label ${id}`,
      group: 'Label',
      label: name,
      color,
      count: counts.labels.get(id) ?? 0,
      isChecked: labelIds.includes(id),
      change: { labelIds: toggle(labelIds, id) },
    }),
  )
}

interface FilterItemOptions
  extends Pick<MenuItem, 'id' | 'label' | 'group' | 'color' | 'sign' | 'count'> {
  isChecked: boolean
  change: Partial<UrlState>
}

function filterItem({ change, ...item }: FilterItemOptions): MenuItem {
  const onSelect = () => changeUrl(change, 'replace')
  return { ...item, isMultiple: true, onSelect }
}

function toggle(values: readonly string[], value: string): string[] {
  const isSet = values.includes(value)
  return isSet ? values.filter((other) => other !== value) : [...values, value]
}
