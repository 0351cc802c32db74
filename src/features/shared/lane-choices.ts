import { COLLAPSE_ALL_GROUPS, EXPAND_ALL_GROUPS } from '#messages/lane-messages.ts'
import type { Arrangement } from '#model/arrangement.ts'
import { type Lane, laneKey } from '#model/lanes.ts'

interface LaneChoice {
  id: string
  label: string
  change: Pick<Arrangement, 'collapsedLanes'>
}

/** What a person can do with all lanes at once, in a menu and in the palette. */
export function laneChoices(lanes: readonly Lane[] = []): LaneChoice[] {
  const all = lanes.map(({ value }) => laneKey(value))
  const expand: LaneChoice = {
    id: 'expand-lanes',
    label: EXPAND_ALL_GROUPS,
    change: { collapsedLanes: [] },
  }
  const collapse: LaneChoice = {
    id: 'collapse-lanes',
    label: COLLAPSE_ALL_GROUPS,
    change: { collapsedLanes: all },
  }
  return [
    ...(lanes.some(({ isCollapsed }) => isCollapsed) ? [expand] : []),
    ...(lanes.some(({ isCollapsed }) => !isCollapsed) ? [collapse] : []),
  ]
}
