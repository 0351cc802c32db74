import * as v from 'valibot'
import { taskSchema } from './card-schema.ts'

/** Column sent by our service (spec 2.3). */
export const columnSchema = v.strictObject({
  statusId: v.pipe(v.string(), v.regex(/^\d+$/)),
  name: v.string(),
  kind: v.literal('stage'),
  minRole: v.picklist(['viewer', 'member', 'maintainer', 'owner']),
  /** Why nobody can move a card there. [gap G26] */
  lockedReason: v.optional(v.string()),
  /** After how many days without a commit its cards may be folded away. [gap G26] */
  hideAfterDays: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  tasks: v.array(taskSchema),
})

/** Links of a repository's host, with {branch} for a name and {commit} for an id. [gap G26] */
export const webSchema = v.strictObject({
  branch: v.optional(link('{branch}')),
  commit: v.optional(link('{commit}')),
})

function link(placeholder: string) {
  // With a user in front of the host, a link looks like one to another host.
  const url = v.regex(/^https:\/\/[^/?#@\\\s]+(\/|$)/)
  return v.pipe(v.string(), v.maxLength(500), url, v.includes(placeholder))
}

/** Project of a board, by its name. [gap G29] */
export const projectSchema = v.strictObject({
  id: v.pipe(v.string(), v.regex(/^\d+$/)),
  name: v.string(),
})

/** Response of our service to GET /v1/board (spec 4.2). */
export const boardSchema = v.strictObject({
  columns: v.array(columnSchema),
  projects: v.array(projectSchema),
  /** What the service has beyond the spec. [gap G30] */
  offers: v.array(v.literal('activity')),
  /** The weakest role that may change the labels of cards. [gap G18] */
  cardLabelsMinRole: v.string(),
  web: v.optional(webSchema),
  /** Whether people have clones of the repository, in which it is the remote. [gap G26] */
  isShared: v.optional(v.boolean()),
  problem: v.optional(v.string()),
  syncedAt: v.optional(v.pipe(v.string(), v.isoTimestamp())),
})

export type BoardBody = v.InferOutput<typeof boardSchema>
