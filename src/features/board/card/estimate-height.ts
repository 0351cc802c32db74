import type { Card } from '#contract/readers/read-card.ts'

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

/**
 * About how high a card is, in pixels. It places the cards that are not on the screen, so that the
 * scrollbar hardly moves when they come.
 */
export function estimateCardHeight({
  title,
  blocked,
  labels,
  assignee,
  lockedReason,
}: Card): number {
  const titleLines = lines(title.length, TITLE_CHARACTERS, MAX_TITLE_LINES)
  let height = FRAME + FACTS_LINE + GAP + titleLines * TITLE_LINE
  if (blocked) {
    const length = blocked.reason.length + REASON_PREFIX
    height += GAP + lines(length, SMALL_CHARACTERS, MAX_REASON_LINES) * SMALL_LINE
  }
  if ((labels && labels.length > 0) || assignee) height += GAP + FOOT
  if (labels && labels.length > FOOT_LABELS) height += FOOT
  if (lockedReason) height += GAP + SMALL_LINE
  return height
}

function lines(characters: number, perLine: number, max: number): number {
  return Math.min(max, Math.max(1, Math.ceil(characters / perLine)))
}
