import { X } from 'lucide'
import type { ReactNode } from 'react'
import type { Label } from '#contract/readers/read-label.ts'
import { assignedTo } from '#messages/card-messages.ts'
import {
  anyOrAllLabels,
  assigneeName,
  causeName,
  filteredLabelName,
  removeFilter,
  stateName,
  withoutLabelName,
} from '#messages/filter-messages.ts'
import { assigneesOf } from '#model/assignees.ts'
import { type CardFilter, causesIn, choicesIn, FILTER_FIELDS, NONE } from '#model/card-filter.ts'
import { useSession } from '#queries/access/board-access.ts'
import { useLabels } from '#queries/labels/labels-query.ts'
import { changeUrl, useUrl } from '#state/url.ts'
import type { UrlState } from '#state/url-state.ts'
import { avatars } from '#ui/Avatars.tsx'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { LabelChip } from '#ui/LabelChip.tsx'
import { changeFilter } from './change-filter.ts'

const ROW = 'flex flex-wrap items-center gap-1 border-line border-b px-2 py-1 sm:px-4 print:hidden'

/** What the filter asks for, each with a cross. Nothing without a choice. */
export function FilterChips() {
  const filter = useUrl()
  const labels = useLabels(useSession()).data?.labels ?? []
  if (choicesIn(filter) === 0) return null
  return (
    <div className={ROW} data-filter-chips>
      {FILTER_FIELDS.flatMap((field) => CHIPS[field](filter, labels))}
    </div>
  )
}

type ChipsOf = (filter: CardFilter, labels: readonly Label[]) => ReactNode[]

/** The chips of each field: none for one that has a control of its own in the header. */
const CHIPS: Readonly<Record<keyof CardFilter, ChipsOf>> = {
  text: () => [],
  blocked: (filter) =>
    textChips('blocked', causesIn(filter), causeName, (blocked) => ({ blocked })),
  labelIds: ({ labelIds, allLabelIds }, labels) => [
    ...anyOrAll(labelIds, { labelIds: [], allLabelIds: [...allLabelIds, ...labelIds] }, false),
    ...labelIds.map((id) =>
      labelChip(id, labels, filteredLabelName, { labelIds: without(labelIds, id) }),
    ),
  ],
  allLabelIds: ({ labelIds, allLabelIds }, labels) => [
    ...anyOrAll(allLabelIds, { labelIds: [...labelIds, ...allLabelIds], allLabelIds: [] }, true),
    ...allLabelIds.map((id) =>
      labelChip(id, labels, filteredLabelName, { allLabelIds: without(allLabelIds, id) }),
    ),
  ],
  withoutLabelIds: ({ withoutLabelIds }, labels) =>
    withoutLabelIds.map((id) =>
      labelChip(id, labels, withoutLabelName, { withoutLabelIds: without(withoutLabelIds, id) }),
    ),
  assignees: ({ assignees }) =>
    assignees.map((assignee) => (
      <FilterChip
        key={`assignee ${assignee}`}
        name={assigneeName(assignee)}
        onRemove={() => changeFilter({ assignees: without(assignees, assignee) })}
      >
        <span aria-hidden="true">{avatarOf(assignee)}</span>
        {assigneeName(assignee)}
      </FilterChip>
    )),
  states: ({ states }) => textChips('state', states, stateName, (left) => ({ states: left })),
  priorities: ({ priorities }) =>
    priorities.map((priority) => (
      <FilterChip
        key={`priority ${priority}`}
        name={priority}
        onRemove={() => changeFilter({ priorities: without(priorities, priority) })}
      >
        <span data-priority={priority} className="inline-flex items-center gap-1">
          {priority}
        </span>
      </FilterChip>
    )),
}

/** Of several labels, a button switches between cards with any and with all of them. */
function anyOrAll(ids: readonly string[], change: Partial<UrlState>, isAll: boolean): ReactNode[] {
  if (ids.length < 2) return []
  return [
    <Button
      key={isAll ? 'all' : 'any'}
      kind="quiet"
      className="text-ink-soft text-xs"
      onClick={() => changeUrl(change, 'replace')}
    >
      {anyOrAllLabels(ids.length, isAll)}
    </Button>,
  ]
}

function labelChip(
  id: string,
  labels: readonly Label[],
  nameOf: (id: string, labels: readonly Label[]) => string,
  change: Partial<UrlState>,
): ReactNode {
  const label = labels.find((candidate) => candidate.id === id)
  const name = nameOf(id, labels)
  return (
    <FilterChip key={`label ${name} ${id}`} name={name} onRemove={() => changeFilter(change)}>
      <LabelChip name={name} color={label?.color} isKnown={label !== undefined || id === NONE} />
    </FilterChip>
  )
}

/** Chips with names only. `changeTo` gets the values that are left. */
function textChips(
  kind: string,
  values: readonly string[],
  nameOf: (value: string) => string,
  changeTo: (left: readonly string[]) => Partial<UrlState>,
): ReactNode[] {
  return values.map((value) => (
    <FilterChip
      key={`${kind} ${value}`}
      name={nameOf(value)}
      onRemove={() => changeFilter(changeTo(without(values, value)))}
    >
      {nameOf(value)}
    </FilterChip>
  ))
}

interface FilterChipProps {
  name: string
  onRemove: () => void
  children: ReactNode
}

function FilterChip({ name, onRemove, children }: FilterChipProps) {
  return (
    <Button kind="quiet" aria-label={removeFilter(name)} onClick={onRemove}>
      {children}
      <Icon icon={X} className="size-3" />
    </Button>
  )
}

function avatarOf(name: string): ReactNode {
  return name === NONE ? null : avatars(assigneesOf({ assignee: name }), assignedTo)
}

function without(values: readonly string[], removed: string): string[] {
  return values.filter((value) => value !== removed)
}
