/**
 * Why a card is in its column: nothing has it, a stage has its commits, or only its changes. Unknown
 * while the service looks for them: the card may be in another column.
 */
export const PLACED_BY = ['work', 'ancestry', 'content', 'unknown'] as const

export type PlacedBy = (typeof PLACED_BY)[number]

export const CHECK_STATES = ['success', 'failure', 'pending'] as const

/** The worst ones come first. */
export const MAX_CHECKS = 200

export type CheckState = (typeof CHECK_STATES)[number]

export const PULL_STATES = ['open', 'draft', 'merged', 'closed'] as const

export type PullState = (typeof PULL_STATES)[number]

/** What the reviews of a pull request come to. */
export const REVIEW_STATES = ['approved', 'changes_requested', 'required', 'none'] as const

export type ReviewState = (typeof REVIEW_STATES)[number]

/** Who tells the result of a check: the team's forge, or a git note. */
export const CHECK_SOURCES = ['forge', 'note'] as const

export type CheckSource = (typeof CHECK_SOURCES)[number]

/** What a move into the next column would do. */
export const MOVE_RESULTS = [
  'clean',
  'conflicts',
  'checks_red',
  'checks_pending',
  'checks_missing',
  'checks_unknown',
  'draft',
  'review_missing',
  'nothing_to_merge',
  'no_common_history',
] as const

export type MoveResult = (typeof MOVE_RESULTS)[number]

/** What a move does to another card: it comes along or leaves, as a whole or partly. */
export const EFFECTS_ON_OTHERS = ['brings', 'brings_part', 'takes', 'takes_part'] as const

export type EffectOnOther = (typeof EFFECTS_ON_OTHERS)[number]
