import { X } from 'lucide'
import type { ReactNode } from 'react'
import type { Label } from '#contract/readers/read-label.ts'
import { assignedTo } from '#messages/card-messages.ts'
import { CLEAR_FILTERS } from '#messages/common-messages.ts'
import {
  anyOrAllLabels,
  assigneeName,
  cardsOfTotal,
  causeName,
  filteredLabelName,
  removeFilter,
  stateName,
  withoutLabelName,
} from '#messages/filter-messages.ts'
import { assigneesOf } from '#model/assignees.ts'
import {
  type CardFilter,
  causesIn,
  choicesIn,
  EMPTY_FILTER,
  FILTER_FIELDS,
  isEmptyFilter,
  NONE,
} from '#model/card-filter.ts'
import { useSession } from '#queries/access/board-access.ts'
import { useArranged, useCardCounts } from '#queries/board-view/use-board-view.tsx'
import { useFilterWaitsForLabels } from '#queries/board-view/use-filter-waits-for-labels.ts'
import { useLabels } from '#queries/labels/labels-query.ts'
import { requestFilterFocus } from '#state/board-ui-store.ts'
import { changeUrl, useUrl } from '#state/url.ts'
import type { UrlState } from '#state/url-state.ts'
import { avatars } from '#ui/Avatars.tsx'
import { Button } from '#ui/Button.tsx'
import { createStyles } from '#ui/create-styles.ts'
import { Icon } from '#ui/Icon.tsx'
import { LabelChip } from '#ui/LabelChip.tsx'
import styles from './active-filters.css?inline'

const useStyles = createStyles(styles)

/**
 * It takes the room that the header has left, and scrolls: the header keeps its height. On a phone,
 * only chips have a second row: typing must not move the board. Without chips, styles.css
 * puts the number of cards and a cross at the end of the field.
 */
const BAR = 'flex w-0 grow items-center gap-1 overflow-x-auto scrollbar-thin'

/** How many cards the filter shows, its labels and priorities, and how to end it. */
export function ActiveFilters() {
  const filter = useUrl()
  const counts = useCardCounts()
  // The cards follow the field: until then, all of them are counted.
  const applied = useArranged()?.filter
  const isWaiting = useFilterWaitsForLabels()
  const isFiltered = applied !== undefined && !isEmptyFilter(applied) && !isWaiting
  const labels = useLabels(useSession()).data?.labels ?? []
  useStyles(!isEmptyFilter(filter))
  if (isEmptyFilter(filter)) return null
  return (
    <div className={BAR} data-active-filters data-chips={choicesIn(filter) > 0 ? '' : undefined}>
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

/** The button that was pressed goes away, so the focus goes to the field beside it. */
function changeFilter(change: Partial<UrlState>): void {
  changeUrl(change, 'replace')
  requestFilterFocus()
}

function avatarOf(name: string): ReactNode {
  return name === NONE ? null : avatars(assigneesOf({ assignee: name }), assignedTo)
}

function without(values: readonly string[], removed: string): string[] {
  return values.filter((value) => value !== removed)
}
