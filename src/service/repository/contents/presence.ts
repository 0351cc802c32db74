/** What a card changes: the trees before and after it. */
export interface Change {
  base: string
  head: string
}

/** Whether a stage has the change of a card. `unclear` when two merges can't tell. */
export type Presence = 'present' | 'absent' | 'partly' | 'unclear'

export interface Judgment {
  verdict: Presence
  /** Of `partly`: the files that the stage lacks a part of. */
  files: readonly string[]
  /** Of `unclear`: whether adding the change conflicts for sure. */
  conflictsWhenAdded?: boolean
  /** Whether git can't merge the trees at all, or takes too long. */
  isUnreadable: boolean
}

export interface Question extends Change {
  /** Tree of a stage. */
  stage: string
  /** Whether a file that is gone there can be another one that is new. Default: true. */
  renames?: boolean | undefined
}

/**
 * Spelled out because there are hundreds of thousands: where an object literal adds a property
 * after a spread, Node 20 makes a hidden class for each object, at a hundred times the cost.
 */
export function questionOf({ base, head }: Change, stage: string, renames?: boolean): Question {
  return { base, head, stage, renames }
}

export const UNREADABLE: Judgment = { verdict: 'unclear', files: [], isUnreadable: true }
