import { addStyles } from '#ui/add-styles.ts'
import type { BoardElementRef } from '../board-dom.ts'
import { useCardMarks } from '../selection/use-card-marks.ts'
import styles from './followed-card.css?inline'
import { useFollowedIds } from './use-activity.ts'

addStyles(styles)

/** Marks the followed cards. */
export function FollowMarks({ boardRef }: { boardRef: BoardElementRef }) {
  useCardMarks(boardRef, useFollowedIds(), 'followed')
  return null
}
