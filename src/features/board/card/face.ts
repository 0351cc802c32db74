import type { Card } from '#contract/readers/read-card.ts'

/** What a face has besides the number and the title. A screen reader says each after the name. */
export type FacePart =
  | 'progress'
  | 'blocked'
  | 'attention'
  | 'pull'
  | 'status'
  | 'mark'
  | 'priority'
  | 'labels'

/** What a screen reader says of a row of the list after its name, in this order. */
export const ROW_PARTS = ['facts', 'column', 'priority', 'assignee', 'labels', 'pull'] as const

interface ShownField {
  /** Where it is on the face of a card in a column. */
  face: FacePart | 'number' | 'title' | 'locked' | 'column'
  /** Where it is in a row of the list. */
  row: (typeof ROW_PARTS)[number] | 'number' | 'title'
  /** About how much it adds to the height of a card, in pixels. By default, nothing. */
  height?: (card: Card) => number
}

/** Pixels, as the styles of a card add up. */
const FRAME = 19
const GAP = 4
const FACTS_LINE = 20
const TITLE_LINE = 19
const SMALL_LINE = 17
const FOOT = 22

/** Characters that fit into a line of a column with the usual width. */
const TITLE_CHARACTERS = 40
const SMALL_CHARACTERS = 48
const FOOT_LABELS = 3

const MAX_TITLE_LINES = 2
const MAX_REASON_LINES = 3
/** "Blocked " in front of the reason. */
const REASON_PREFIX = 10

/** Where a card shows each of its fields. Without its row here, a new field doesn't compile. */
export const FACE: Readonly<Record<keyof Card, ShownField | 'not shown'>> = {
  id: 'not shown',
  number: { face: 'number', row: 'number' },
  title: {
    face: 'title',
    row: 'title',
    height: ({ title }) => TITLE_LINE * lines(title.length, TITLE_CHARACTERS, MAX_TITLE_LINES),
  },
  // The panel has it, and so have lanes.
  projectId: 'not shown',
  statusId: { face: 'column', row: 'column' },
  priority: { face: 'priority', row: 'priority' },
  blocked: {
    face: 'blocked',
    row: 'facts',
    height: ({ blocked }) => {
      const length = (blocked?.reason.length ?? 0) + REASON_PREFIX
      return blocked ? GAP + lines(length, SMALL_CHARACTERS, MAX_REASON_LINES) * SMALL_LINE : 0
    },
  },
  labels: {
    face: 'labels',
    row: 'labels',
    height: ({ labels }) => {
      const count = labels?.length ?? 0
      return (count > 0 ? GAP + FOOT : 0) + (count > FOOT_LABELS ? FOOT : 0)
    },
  },
  // In the same line as labels.
  assignee: {
    face: 'labels',
    row: 'assignee',
    height: ({ assignee, labels }) => (assignee && !labels?.length ? GAP + FOOT : 0),
  },
  lockedReason: {
    face: 'locked',
    row: 'facts',
    height: ({ lockedReason }) => (lockedReason ? GAP + SMALL_LINE : 0),
  },
  // Instead of all others.
  isUnreadable: 'not shown',
  repository: { face: 'attention', row: 'facts' },
}

const HEIGHTS = Object.values(FACE).flatMap((field) =>
  field === 'not shown' ? [] : (field.height ?? []),
)

/**
 * About how high a card is, in pixels. It places the cards that are not on the screen, so that the
 * scrollbar hardly moves when they come.
 */
export function estimateCardHeight(card: Card): number {
  let height = FRAME + FACTS_LINE + GAP
  for (const heightOf of HEIGHTS) height += heightOf(card)
  return height
}

function lines(characters: number, perLine: number, max: number): number {
  return Math.min(max, Math.max(1, Math.ceil(characters / perLine)))
}
