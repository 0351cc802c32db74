import * as v from 'valibot'
import { ACTIVITY_TYPES } from '../activity-types.ts'

const idSchema = v.pipe(v.string(), v.regex(/^\d+$/))

/** Something that happened on a board. Columns and labels have the names of that time. [gap G30] */
export const activitySchema = v.strictObject({
  id: idSchema,
  at: v.pipe(v.string(), v.isoTimestamp()),
  type: v.picklist(ACTIVITY_TYPES),
  /** A key, or the operator; null for the repository. */
  actor: v.nullable(v.strictObject({ clientId: v.string(), name: v.string() })),
  card: v.optional(
    v.strictObject({
      id: idSchema,
      number: v.pipe(v.number(), v.integer(), v.minValue(1)),
      title: v.string(),
    }),
  ),
  from: v.optional(v.string()),
  to: v.optional(v.string()),
  reason: v.optional(v.string()),
  addedLabels: v.optional(v.array(v.string())),
  removedLabels: v.optional(v.array(v.string())),
  label: v.optional(v.string()),
  fields: v.optional(v.array(v.string())),
  /** Whose commit it was. */
  author: v.optional(v.string()),
  commit: v.optional(v.string()),
})

export type ActivityBody = v.InferOutput<typeof activitySchema>

/** Response of our service to GET /v1/board/activity: newest first. [gap G30] */
export interface ActivityListBody {
  activities: ActivityBody[]
  /** Whether there are earlier ones in the range. */
  hasMore: boolean
}
