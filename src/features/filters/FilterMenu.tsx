import { boardPriorities, EMPTY_FILTER } from '#model/card-filter.ts'
import { noMatch } from '#model/messages/app-messages.ts'
import { unresolvedLabelName } from '#model/messages/card-messages.ts'
import * as messages from '#model/messages/label-messages.ts'
import { useLabels } from '#queries/labels/labels-query.ts'
import { useSession } from '#queries/session.ts'
import { useBoardView } from '#queries/use-board-view.tsx'
import { openDialog } from '#state/dialog-store.ts'
import { changeUrl, useUrl } from '#state/url.ts'
import type { UrlState } from '#state/url-state.ts'
import { Menu, type MenuItem } from '#ui/Menu.tsx'

interface FilterMenuProps {
  anchor: () => Element | null
  onClose: () => void
}

const MENU_FILTER = {
  label: 'Find a label or priority',
  emptyMessage: (filter: string) => noMatch('label or priority', filter),
}

/** Chooses the visible priorities and labels. It stays open, so that several can be chosen. */
export function FilterMenu({ anchor, onClose }: FilterMenuProps) {
  const priorities = usePriorityItems()
  const labels = useLabelItems()
  const items: MenuItem[] = [
    {
      id: 'clear',
      label: 'Clear filters',
      onSelect: () => {
        onClose()
        changeUrl(EMPTY_FILTER, 'replace')
      },
    },
    {
      id: 'bulk-label',
      label: 'Label visible cards…',
      onSelect: () => {
        onClose()
        openDialog({ type: 'bulk-label' })
      },
    },
    ...priorities,
    ...labels,
  ]
  return (
    <Menu label="Filter" filter={MENU_FILTER} items={items} anchor={anchor} onClose={onClose} />
  )
}

/** Values in the URL are offered even when no card has them, so that they can be removed. */
function usePriorityItems(): MenuItem[] {
  const { priorities } = useUrl()
  const view = useBoardView()
  const present = view ? boardPriorities(view.board) : []
  return [...new Set([...present, ...priorities])].map((priority) =>
    filterItem({
      id: `priority ${priority}`,
      label: messages.priorityFilter(priority),
      isChecked: priorities.includes(priority),
      change: { priorities: toggle(priorities, priority) },
    }),
  )
}

function useLabelItems(): MenuItem[] {
  const { labelIds } = useUrl()
  const labels = useLabels(useSession()).data?.labels ?? []
  const knownIds = new Set(labels.map((label) => label.id))
  const unknown = labelIds
    .filter((id) => !knownIds.has(id))
    .map((id) => ({ id, name: unresolvedLabelName(id, true) }))
  return [...labels, ...unknown].map(({ id, name }) =>
    filterItem({
      id: `label ${id}`,
      label: messages.labelFilter(name),
      isChecked: labelIds.includes(id),
      change: { labelIds: toggle(labelIds, id) },
    }),
  )
}

interface FilterItemOptions {
  id: string
  label: string
  isChecked: boolean
  change: Partial<UrlState>
}

function filterItem({ id, label, isChecked, change }: FilterItemOptions): MenuItem {
  const onSelect = () => changeUrl(change, 'replace')
  return { id, label, isChecked, isMultiple: true, onSelect }
}

function toggle(values: readonly string[], value: string): string[] {
  const isSet = values.includes(value)
  return isSet ? values.filter((other) => other !== value) : [...values, value]
}
