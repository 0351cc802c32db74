import * as v from 'valibot'
import { taskSchema } from './card-schema.ts'

/** Column sent by our service (spec 2.3). */
export const columnSchema = v.strictObject({
  statusId: v.pipe(v.string(), v.regex(/^\d+$/)),
  name: v.string(),
  kind: v.literal('stage'),
  minRole: v.picklist(['viewer', 'member', 'maintainer', 'owner']),
  tasks: v.array(taskSchema),
})

/** Response of our service to GET /v1/board (spec 4.2). */
export const boardSchema = v.strictObject({ columns: v.array(columnSchema) })

export type BoardBody = v.InferOutput<typeof boardSchema>
