import * as v from 'valibot'
import { PRIORITIES, REFUSAL_CODES } from '../card-values.ts'
import {
  CHECK_SOURCES,
  CHECK_STATES,
  EFFECTS_ON_OTHERS,
  MOVE_RESULTS,
  PLACED_BY,
  PULL_STATES,
  REVIEW_STATES,
} from '../repository-values.ts'

const numericId = v.pipe(v.string(), v.regex(/^\d+$/))

const commitId = v.pipe(v.string(), v.regex(/^[0-9a-f]{40,64}$/))

/** What a card of a repository is made of, and what its next move would do. [gap G26] */
const repositorySchema = v.strictObject({
  branch: v.string(),
  head: commitId,
  isDeleted: v.boolean(),
  commits: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
  committedAt: v.optional(v.pipe(v.string(), v.isoTimestamp())),
  author: v.string(),
  placedBy: v.optional(v.picklist(PLACED_BY)),
  placedAt: v.optional(commitId),
  enteredAt: v.optional(v.pipe(v.string(), v.isoTimestamp())),
  release: v.optional(v.string()),
  revertedBy: v.optional(commitId),
  partly: v.optional(v.array(v.strictObject({ statusId: numericId, files: v.array(v.string()) }))),
  checks: v.array(
    v.strictObject({
      name: v.string(),
      state: v.picklist(CHECK_STATES),
      detail: v.optional(v.string()),
      url: v.optional(v.string()),
      source: v.optional(v.picklist(CHECK_SOURCES)),
    }),
  ),
  pull: v.optional(
    v.strictObject({
      number: v.pipe(v.number(), v.integer(), v.minValue(1)),
      url: v.optional(v.string()),
      state: v.picklist(PULL_STATES),
      review: v.optional(v.picklist(REVIEW_STATES)),
      target: v.string(),
    }),
  ),
  next: v.optional(
    v.strictObject({
      statusId: numericId,
      result: v.picklist(MOVE_RESULTS),
      detail: v.optional(v.string()),
      others: v.optional(
        v.array(v.strictObject({ number: v.number(), effect: v.picklist(EFFECTS_ON_OTHERS) })),
      ),
      branch: v.optional(v.string()),
      against: v.optional(
        v.strictObject({
          commit: commitId,
          author: v.string(),
          at: v.pipe(v.string(), v.isoTimestamp()),
          number: v.optional(v.number()),
        }),
      ),
    }),
  ),
  refusal: v.optional(
    v.strictObject({
      by: v.string(),
      head: commitId,
      at: v.pipe(v.string(), v.isoTimestamp()),
      triedAt: v.optional(v.pipe(v.string(), v.isoTimestamp())),
    }),
  ),
})

export type RepositoryBody = v.InferOutput<typeof repositorySchema>

/**
 * Card sent by our service (spec 2.4), with our choice of shapes that the spec leaves open.
 * [gap G5] [gap G6] [gap G7]
 */
export const taskSchema = v.strictObject({
  id: numericId,
  number: v.pipe(v.number(), v.integer(), v.minValue(1)),
  title: v.string(),
  projectId: numericId,
  statusId: numericId,
  priority: v.picklist(PRIORITIES),
  assignee: v.nullable(v.strictObject({ id: numericId, name: v.string() })),
  labels: v.array(numericId),
  blocked: v.optional(
    v.strictObject({
      reason: v.string(),
      code: v.picklist(REFUSAL_CODES),
      at: v.pipe(v.string(), v.isoTimestamp()),
    }),
  ),
  repository: v.optional(repositorySchema),
})

export type TaskBody = v.InferOutput<typeof taskSchema>

/** Body of PATCH /v1/cards/{number} (spec 4.7). [gap G3] */
export const patchCardSchema = v.strictObject({
  statusId: v.optional(
    v.pipe(v.string('statusId must be a string'), v.nonEmpty('statusId must not be empty')),
  ),
  labelIds: v.optional(
    v.pipe(
      v.array(v.string('labelIds must contain only strings'), 'labelIds must be an array'),
      v.maxLength(200),
    ),
  ),
})
