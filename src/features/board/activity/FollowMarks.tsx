import { createStyles } from '#ui/create-styles.ts'
import { useMarkedCards } from '../card/card-marks.ts'
import styles from './followed-card.css?inline'
import { useFollowedIds } from './use-activity.ts'

const useStyles = createStyles(styles)

/** Marks the followed cards. */
export function FollowMarks() {
  const followed = useFollowedIds()
  useStyles(followed.size > 0)
  useMarkedCards('followed', followed)
  return null
}
