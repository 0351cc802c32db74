import { assignedTo } from '#messages/card-messages.ts'
import { laneCount, WITHOUT_VALUE } from '#messages/lane-messages.ts'
import { assigneesOf } from '#model/assignees.ts'
import type { Lane } from '#model/lanes.ts'
import { useLabelIndex } from '#queries/board-view/use-board-view.tsx'
import { useProjectTitle } from '#state/names.ts'
import { useUrlArrangement } from '#state/url.ts'
import { avatars } from '#ui/Avatars.tsx'
import { createStyles } from '#ui/create-styles.ts'
import { shorten } from '#ui/shorten.ts'
import { useBoardContext } from '../board-context.ts'
import styles from './lane-head.css?inline'

const useStyles = createStyles(styles)

interface LaneHeadProps {
  lane: Lane
}

/** What the cards of a lane have in common, and how many there are. */
export function LaneHead({ lane }: LaneHeadProps) {
  useStyles()
  return (
    <h2 className="flex items-center gap-2 font-semibold text-[0.8125rem]" data-lane-head>
      <LaneSign lane={lane} />
      <bdi className="truncate">{useLaneName(lane)}</bdi>
      <span className="rounded-full bg-hover px-1.5 font-medium text-ink-soft text-xs leading-4.5 digits">
        {laneCount(lane.count)}
      </span>
    </h2>
  )
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
