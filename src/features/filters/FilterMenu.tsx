import { type ReactNode, useMemo, useState } from 'react'
import type { Label } from '#contract/readers/read-label.ts'
import { assignedTo } from '#messages/card-messages.ts'
import {
  CANNOT_MOVE_GROUP,
  CLEAR_FILTERS,
  FILTER,
  LABEL,
  REPOSITORY,
} from '#messages/common-messages.ts'
import {
  ALL_CHOSEN_LABELS,
  assigneeName,
  causeName,
  FIND_A_FILTER,
  filteredLabelName,
  HIDE_CARDS_WITH_LABELS,
  noFilterMatches,
  stateName,
  WITHOUT_LABEL,
  withoutLabelName,
} from '#messages/filter-messages.ts'
import { ASSIGNEE, PRIORITY } from '#messages/list-messages.ts'
import { assigneesOf } from '#model/assignees.ts'
import { boardPriorities } from '#model/board-lookup.ts'
import { causesIn, EMPTY_FILTER, isEmptyFilter, NONE } from '#model/card-filter.ts'
import { type FilterCounts, filterCounts } from '#model/filter-counts.ts'
import { useSession } from '#queries/access/board-access.ts'
import { useBoardView, useLabelIndex } from '#queries/board-view/use-board-view.tsx'
import { useLabels } from '#queries/labels/labels-query.ts'
import { changeUrl, useUrl, useUrlFilter } from '#state/url.ts'
import type { UrlState } from '#state/url-state.ts'
import { avatars } from '#ui/Avatars.tsx'
import { Menu, type MenuItem } from '#ui/Menu.tsx'

interface FilterMenuProps {
  anchor: () => Element | null
  onClose: () => void
}

const MENU_FILTER = {
  label: FIND_A_FILTER,
  emptyMessage: noFilterMatches,
}

/**
 * Chooses which cards are visible, by each kind of filter with values to choose from. It stays
 * open, so that several can be chosen.
 */
export function FilterMenu({ anchor, onClose }: FilterMenuProps) {
  const counts = useFilterCounts()
  const priorities = usePriorityItems(counts)
  const assignees = useAssigneeItems(counts)
  const labels = [...useLabelItems(counts), ...useWithoutLabelItems(counts)]
  const states = useStateItems(counts)
  const causes = useCauseItems(counts)
  const isFiltered = !isEmptyFilter(useUrlFilter())
  const clear: MenuItem = {
    id: 'clear',
    label: CLEAR_FILTERS,
    onSelect: () => {
      onClose()
      changeUrl(EMPTY_FILTER, 'replace')
    },
  }
  const isBoardLoaded = useBoardView() !== undefined
  const filters = [...causes, ...priorities, ...states, ...assignees, ...labels].map((item) =>
    isBoardLoaded ? item : { ...item, count: undefined },
  )
  const items = [...(isFiltered ? [clear] : []), ...filters]
  return (
    <Menu label={FILTER} filter={MENU_FILTER} items={items} anchor={anchor} onClose={onClose} />
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
      group: PRIORITY,
      label: priority,
      sign: <span data-priority={priority} className="flex" />,
      count: counts.priorities.get(priority) ?? 0,
      isChecked: priorities.includes(priority),
      change: { priorities: toggle(priorities, priority) },
    }),
  )
}

/** Only for the causes that stop a card, and for what the URL has. */
function useCauseItems(counts: FilterCounts): MenuItem[] {
  const chosen = causesIn(useUrl())
  const change = (blocked: string[]) => ({ blocked })
  return namedItems(CANNOT_MOVE_GROUP, chosen, counts.causes, causeName, change)
}

/** Only on boards over a repository, and for what the URL has. */
function useStateItems(counts: FilterCounts): MenuItem[] {
  const change = (states: string[]) => ({ states })
  return namedItems(REPOSITORY, useUrl().states, counts.states, stateName, change)
}

/** Items with names only. `changeTo` gets the values that are chosen then. */
function namedItems(
  group: string,
  chosen: readonly string[],
  counts: ReadonlyMap<string, number>,
  nameOf: (value: string) => string,
  changeTo: (values: string[]) => Partial<UrlState>,
): MenuItem[] {
  return [...new Set([...counts.keys(), ...chosen])].map((value) =>
    filterItem({
      id: `${group} ${value}`,
      group,
      label: nameOf(value),
      count: counts.get(value) ?? 0,
      isChecked: chosen.includes(value),
      change: changeTo(toggle(chosen, value)),
    }),
  )
}

function useAssigneeItems(counts: FilterCounts): MenuItem[] {
  const { assignees } = useUrl()
  return [...new Set([...counts.assignees.keys(), ...assignees])].map((name) =>
    filterItem({
      id: `assignee ${name}`,
      group: ASSIGNEE,
      label: assigneeName(name),
      sign: signOf(name),
      count: counts.assignees.get(name) ?? 0,
      isChecked: assignees.includes(name),
      change: { assignees: toggle(assignees, name) },
    }),
  )
}

function signOf(name: string): ReactNode {
  if (name !== NONE) return avatars(assigneesOf({ assignee: name }), assignedTo)
  return <span className="size-5 rounded-full border border-line-strong border-dashed" />
}

/** How many cards each choice leaves, with the rest of the filter. */
function useFilterCounts(): FilterCounts {
  const board = useBoardView()?.board
  const labels = useLabelIndex()
  const filter = useUrlFilter()
  return useMemo(() => filterCounts(board, labels, filter), [board, labels, filter])
}

function useLabelItems(counts: FilterCounts): MenuItem[] {
  const { labelIds, allLabelIds } = useUrl()
  const labels = useLabels(useSession()).data?.labels ?? []
  const chosen = [...labelIds, ...allLabelIds]
  const isAll = allLabelIds.length > 0
  const changeTo = (ids: readonly string[], areAll: boolean) =>
    areAll ? { labelIds: [], allLabelIds: ids } : { labelIds: ids, allLabelIds: [] }
  const all = filterItem({
    id: 'all labels',
    group: LABEL,
    label: ALL_CHOSEN_LABELS,
    isChecked: isAll,
    change: changeTo(chosen, !isAll),
  })
  const items = labelIdsToChoose(labels, counts, chosen).map((id) =>
    filterItem({
      id: `label ${id}`,
      group: LABEL,
      label: filteredLabelName(id, labels),
      color: colorOf(id, labels),
      count: counts.labels.get(id) ?? 0,
      isChecked: chosen.includes(id),
      change: changeTo(toggle(chosen, id), isAll),
    }),
  )
  return chosen.length > 1 ? [...items, all] : items
}

/**
 * The same labels, to hide the cards that have them. Few people need it, so it's one line until
 * they ask for it.
 */
function useWithoutLabelItems(counts: FilterCounts): MenuItem[] {
  const { withoutLabelIds } = useUrl()
  const [isShown, setIsShown] = useState(withoutLabelIds.length > 0)
  const labels = useLabels(useSession()).data?.labels ?? []
  // "Without no label" would confuse, so only a link has it.
  const ids = [...new Set([...labels.map(({ id }) => id), ...withoutLabelIds])]
  const items = ids.map((id) => ({
    ...filterItem({
      id: `without ${id}`,
      group: WITHOUT_LABEL,
      label: withoutLabelName(id, labels),
      color: colorOf(id, labels),
      count: counts.lacking.get(id) ?? 0,
      isChecked: withoutLabelIds.includes(id),
      change: { withoutLabelIds: toggle(withoutLabelIds, id) },
    }),
    isSearchedOnly: !isShown && !withoutLabelIds.includes(id),
  }))
  const choice: MenuItem = {
    id: 'without label',
    group: LABEL,
    label: HIDE_CARDS_WITH_LABELS,
    isChecked: isShown,
    isMultiple: true,
    onSelect: () => setIsShown(!isShown),
  }
  return items.length > 0 ? [choice, ...items] : []
}

function labelIdsToChoose(
  labels: readonly Label[],
  counts: FilterCounts,
  chosen: readonly string[],
): string[] {
  const none = counts.labels.has(NONE) ? [NONE] : []
  return [...new Set([...labels.map(({ id }) => id), ...none, ...chosen])]
}

function colorOf(id: string, labels: readonly Label[]): string {
  return labels.find((label) => label.id === id)?.color ?? ''
}

interface FilterItemOptions
  extends Pick<MenuItem, 'id' | 'label' | 'group' | 'color' | 'sign' | 'count'> {
  isChecked: boolean
  change: Partial<UrlState>
}

function filterItem({ change, ...item }: FilterItemOptions): MenuItem {
  const onSelect = () => changeUrl(change, 'filter')
  return { ...item, isMultiple: true, onSelect }
}

function toggle(values: readonly string[], value: string): string[] {
  const isSet = values.includes(value)
  return isSet ? values.filter((other) => other !== value) : [...values, value]
}
