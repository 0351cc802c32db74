import { prioritiesOf } from '#model/card-filter.ts'
import { useBoardView } from '#queries/board-view.ts'
import { useLabels } from '#queries/labels.ts'
import type { BoardSession } from '#queries/session.ts'
import { Menu, type MenuItem } from '#ui/Menu.tsx'
import { type ChangeUrl, NO_FILTERS, type UrlState } from './url-state.ts'

interface FilterMenuProps {
  session: BoardSession
  url: UrlState
  changeUrl: ChangeUrl
  anchor: () => Element | null
  onClose: () => void
  /** Goes to put one label on all cards that are shown. */
  onLabelMany: () => void
}

/** Chooses which priorities and labels are shown; it stays open, so that several can be chosen. */
export function FilterMenu({ session, url, changeUrl, anchor, onClose, onLabelMany }: FilterMenuProps) {
  const view = useBoardView(session)
  const labels = useLabels(session)
  const priorities = view ? prioritiesOf(view.board) : []
  const known = new Set(labels.data?.labels.map((label) => label.id))
  const unknown = url.labelIds.filter((id) => !known.has(id)).map((id) => ({ id, name: `unknown label ${id}` }))
  const choice = (id: string, label: string, chosen: boolean, change: Partial<UrlState>): MenuItem => ({
    id,
    label,
    checked: chosen,
    multiple: true,
    onSelect: () => changeUrl(change, 'replace'),
  })
  const items: MenuItem[] = [
    {
      id: 'clear',
      label: 'Clear filters',
      onSelect: () => {
        onClose()
        changeUrl(NO_FILTERS, 'replace')
      },
    },
    {
      id: 'label-many',
      label: 'Label the shown cards…',
      onSelect: () => {
        onClose()
        onLabelMany()
      },
    },
    // What the address names is offered even when no card here has it, so that it can be taken off again.
    ...[...new Set([...priorities, ...url.priorities])].map((one) =>
      choice(`priority ${one}`, `Priority: ${one}`, url.priorities.includes(one), {
        priorities: toggled(url.priorities, one),
      }),
    ),
    ...[...(labels.data?.labels ?? []), ...unknown].map(({ id, name }) =>
      choice(`label ${id}`, `Label: ${name}`, url.labelIds.includes(id), { labelIds: toggled(url.labelIds, id) }),
    ),
  ]
  return (
    <Menu label="Filter" filterLabel="Find a label or priority" items={items} anchor={anchor} onClose={onClose} sheet />
  )
}

function toggled(all: readonly string[], one: string): string[] {
  return all.includes(one) ? all.filter((other) => other !== one) : [...all, one]
}
