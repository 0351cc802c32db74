import * as v from 'valibot'
import { MAX_LABEL_NAME_LENGTH, PALETTE } from '../palette.ts'
import { visibleText } from './text-schema.ts'

/** Label sent by our service (spec 2.5). */
export const labelSchema = v.strictObject({
  id: v.pipe(v.string(), v.regex(/^\d+$/)),
  name: v.string(),
  color: v.string(),
  taskCount: v.pipe(v.number(), v.integer(), v.minValue(0)),
})

export type LabelBody = v.InferOutput<typeof labelSchema>

const labelName = visibleText('name', MAX_LABEL_NAME_LENGTH)
const labelColor = v.picklist(PALETTE, `color must be one of ${PALETTE.join(', ')}`)

/** Body of POST /v1/labels (spec 4.4). */
export const createLabelSchema = v.strictObject({ name: labelName, color: v.optional(labelColor) })

/** Body of PATCH /v1/labels/{labelId}: the changed fields only. [gap G9] */
export const patchLabelSchema = v.strictObject({
  name: v.optional(labelName),
  color: v.optional(labelColor),
})
