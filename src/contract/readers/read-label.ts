import { labelWithId } from '#messages/name-messages.ts'
import { arrayOrOnlyArray, hasNextPage, idOf, isObject, nonEmptyText, own } from '../json.ts'

/** `color` and `taskCount` are undefined when missing or invalid. */
export interface Label {
  id: string
  name: string
  color: string | undefined
  taskCount: number | undefined
}

/** Body of POST /v1/labels. */
export interface NewLabel {
  name: string
  color?: string
}

/**
 * Body of PATCH /v1/labels/{labelId}: the changed fields only, like `patchLabelSchema`. [gap G9]
 */
export type LabelChange = Partial<NewLabel>

export interface LabelList {
  labels: Label[]
  /** Entries that couldn’t be read. */
  unreadableCount: number
  /** The response has more pages, which this app does not load. [gap G19] */
  hasNextPage: boolean
}

/** Undefined when the label has no id. */
export function readLabel(json: unknown): Label | undefined {
  if (!isObject(json)) return undefined
  const id = idOf(own(json, 'id'))
  if (id === undefined) return undefined
  const count = own(json, 'taskCount')
  return {
    id,
    name: nonEmptyText(own(json, 'name')) ?? labelWithId(id),
    color: nonEmptyText(own(json, 'color')),
    taskCount:
      typeof count === 'number' && Number.isInteger(count) && count >= 0 ? count : undefined,
  }
}

/**
 * Parses GET /v1/labels: an array, or an object with exactly one array [gap G19]. Otherwise
 * undefined.
 */
export function readLabels(json: unknown): LabelList | undefined {
  const items = arrayOrOnlyArray(json)
  if (!items) return undefined
  const labels = new Map<string, Label>()
  let unreadableCount = 0
  for (const item of items) {
    const label = readLabel(item)
    if (label) labels.set(label.id, label)
    else unreadableCount += 1
  }
  return {
    labels: [...labels.values()],
    unreadableCount,
    hasNextPage: hasNextPage(json),
  }
}
