import * as v from 'valibot'
import { filledText, idOf, isObject, own, speaksOfMore } from './unknown.ts'

/** The palette of our service and the names the page offers by default (spec 2.5 shows none). [gap G8] */
export const PALETTE = [
  'gray',
  'red',
  'orange',
  'amber',
  'lime',
  'green',
  'teal',
  'blue',
  'indigo',
  'purple',
  'pink',
  'brown',
] as const

/** A name of the default palette. */
export type PaletteName = (typeof PALETTE)[number]

/** Longest label name our service takes, in characters. */
export const LABEL_NAME_MAX = 120

/** A label (spec 2.5), as the service sends it. */
export const labelSchema = v.strictObject({
  id: v.pipe(v.string(), v.regex(/^\d+$/)),
  name: v.string(),
  color: v.string(),
  taskCount: v.pipe(v.number(), v.integer(), v.minValue(0)),
})

/** A label as the service builds it. */
export type LabelBody = v.InferOutput<typeof labelSchema>

const labelName = v.pipe(
  v.string('name must be text'),
  v.trim(),
  v.nonEmpty('name must not be empty'),
  v.maxLength(LABEL_NAME_MAX, `name must have at most ${LABEL_NAME_MAX} characters`),
)
const labelColor = v.picklist(PALETTE, `color must be one of ${PALETTE.join(', ')}`)

/** Body of POST /v1/labels (spec 4.4). */
export const createLabelSchema = v.strictObject({ name: labelName, color: v.optional(labelColor) })

/** Body of PATCH /v1/labels/{labelId}: the changed fields only. [gap G9] */
export const patchLabelSchema = v.strictObject({ name: v.optional(labelName), color: v.optional(labelColor) })

/** A label as the page reads it; `color` and `taskCount` are undefined when the service did not say. */
export interface Label {
  id: string
  name: string
  color: string | undefined
  taskCount: number | undefined
}

/** What the page sends to create a label. */
export interface NewLabel {
  name: string
  color?: string
}

/** What the page sends to change a label: only the changed fields. [gap G9] */
export type LabelChange = Partial<NewLabel>

/** The labels of a board. */
export interface LabelList {
  labels: Label[]
  /** How many entries could not be read. */
  unreadable: number
  /** The service speaks of further pages, which this app does not read. [gap G19] */
  incomplete: boolean
}

/** Reads one label; undefined when it has no id. */
export function readLabel(json: unknown): Label | undefined {
  if (!isObject(json)) return undefined
  const id = idOf(own(json, 'id'))
  if (id === undefined) return undefined
  const count = own(json, 'taskCount')
  return {
    id,
    name: filledText(own(json, 'name')) ?? `Label ${id}`,
    color: filledText(own(json, 'color')),
    taskCount: typeof count === 'number' && Number.isInteger(count) && count >= 0 ? count : undefined,
  }
}

/** Reads GET /v1/labels: an array, or the one array inside an object [gap G19]; undefined when there is neither. */
export function readLabels(json: unknown): LabelList | undefined {
  const items = Array.isArray(json) ? json : isObject(json) ? onlyArray(Object.values(json)) : undefined
  if (!items) return undefined
  const labels = new Map<string, Label>()
  let unreadable = 0
  for (const item of items) {
    const label = readLabel(item)
    if (label) labels.set(label.id, label)
    else unreadable += 1
  }
  return { labels: [...labels.values()], unreadable, incomplete: speaksOfMore(json) }
}

function onlyArray(values: unknown[]): unknown[] | undefined {
  const arrays = values.filter(Array.isArray)
  return arrays.length === 1 ? arrays[0] : undefined
}
