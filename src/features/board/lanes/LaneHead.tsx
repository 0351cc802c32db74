import { ChevronDown } from 'lucide'
import { afterPaint } from '#hooks/schedule.ts'
import { assignedTo } from '#messages/card-messages.ts'
import { laneCount, WITHOUT_VALUE } from '#messages/lane-messages.ts'
import { toggled } from '#model/arrangement.ts'
import { assigneesOf } from '#model/assignees.ts'
import { type Lane, laneKey } from '#model/lanes.ts'
import { useLabelIndex } from '#queries/board-view/use-board-view.tsx'
import { useProjectTitle } from '#state/names.ts'
import { changeUrl, useUrlArrangement } from '#state/url.ts'
import { readUrl } from '#state/url-state.ts'
import { avatars } from '#ui/Avatars.tsx'
import { createStyles } from '#ui/create-styles.ts'
import { Icon } from '#ui/Icon.tsx'
import { shorten } from '#ui/shorten.ts'
import { useBoardContext } from '../board-context.ts'
import { laneAround } from '../board-marks.ts'
import styles from './lane-head.css?inline'

const useStyles = createStyles(styles)

interface LaneHeadProps {
  lane: Lane
}

/** What the cards of a lane have in common, and how many there are. A press collapses the lane. */
export function LaneHead({ lane }: LaneHeadProps) {
  useStyles()
  return (
    <h2 data-lane-head>
      <button
        type="button"
        aria-expanded={!lane.isCollapsed}
        className="flex max-w-full items-center gap-2 pe-2 font-semibold text-[0.8125rem]"
        onClick={({ currentTarget }) => toggleLane(lane, currentTarget)}
      >
        <Icon icon={ChevronDown} className="size-3.5 flex-none text-ink-soft" />
        <LaneSign lane={lane} />
        <bdi className="truncate">{useLaneName(lane)}</bdi>
        <span className="flex-none rounded-full bg-hover px-1.5 font-medium text-ink-soft text-xs leading-4.5 digits">
          {laneCount(lane.count)}
        </span>
      </button>
    </h2>
  )
}

/**
 * A head that is held in sight would go with the rows above it. So the board is first scrolled to
 * where the head is by itself: it stays in its place, and the focus on it.
 */
function toggleLane({ value }: Lane, button: HTMLElement): void {
  const toggle = () =>
    changeUrl({ collapsedLanes: toggled(readUrl().collapsedLanes, laneKey(value)) }, 'replace')
  const { head, lane, scroller } = laneAround(button)
  const heldBy = topOf(head) - topOf(lane)
  if (heldBy <= 0) return toggle()
  scroller?.scrollBy({ top: -heldBy, behavior: 'instant' })
  afterPaint(toggle)
}

/** In pixels, from the top of the window. */
function topOf(element: Element | null | undefined): number {
  return element?.getBoundingClientRect().top ?? 0
}

function useLaneName({ value, name }: Lane): string {
  const { group } = useUrlArrangement()
  const { board } = useBoardContext()
  const project = useProjectTitle(board.workspaceId, value ?? '')
  if (value === undefined || name === undefined) return WITHOUT_VALUE[group]
  return group === 'project' ? project : shorten(name)
}

function LaneSign({ lane: { value } }: LaneHeadProps) {
  const { group } = useUrlArrangement()
  const labels = useLabelIndex()
  if (value === undefined) return null
  switch (group) {
    case 'assignee':
      return <span aria-hidden="true">{avatars(assigneesOf({ assignee: value }), assignedTo)}</span>
    case 'label':
      return <span data-color={labels.byId.get(value)?.color ?? ''} data-label-dot />
    case 'priority':
      return <span aria-hidden="true" data-priority={value} className="flex text-[0rem]" />
    default:
      return null
  }
}
